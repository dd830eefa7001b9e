import type { SiteLinks } from "#domain/site";

export const footerLink = "inline-block min-h-6 content-center underline hover:text-ink";

const pages = [
  { name: "terms", label: "Terms" },
  { name: "privacy", label: "Privacy" },
  { name: "imprint", label: "Imprint" },
] as const;

/** The operator's terms, privacy policy, imprint and contact address; renders nothing if none is set. */
export function SiteLinkList({ links }: { links: SiteLinks }) {
  const shown: { label: string; href: string }[] = pages.flatMap(({ name, label }) => {
    const href = links[name];
    return href === null ? [] : [{ label, href }];
  });
  if (links.contact !== null) shown.push({ label: "Contact", href: `mailto:${links.contact}` });
  if (shown.length === 0) return null;
  return (
    <nav aria-label="Legal and contact" className="no-print w-full">
      <ul className="flex flex-wrap gap-x-4">
        {shown.map(({ label, href }) => (
          <li key={label}>
            <a href={href} className={footerLink}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
