export const regionSlugs = [
  "africa",
  "asia",
  "europe",
  "north_america",
  "latin_america",
  "middle_east",
  "oceania",
] as const;
