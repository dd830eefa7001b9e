/** Names that are also ordinary words: a text must name these entities explicitly. */
const ordinary: ReadonlySet<string> = new Set(
  "abstract apex arc arch avenue backed base blast bond bridge canto canton cash chronicle coin core dollar dusk eagle euro figure flow form fuse gem gold harbor hive hope ink king ledger liquid loop mantle mantra midas mode moon near noble note nova one open optimism origin pact paper plume pool provenance ribbon safe scroll silver sky solid sonic spark stable star story stream swarm tea tree true unit usual vault wave world zero".split(
    " ",
  ),
);

export const isOrdinaryWord = (name: string): boolean => ordinary.has(name.toLowerCase());
