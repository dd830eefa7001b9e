/** The logo: a parcel map. */
export const Logo = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 24 24" className={className} aria-hidden="true" fill="none">
    <rect x="1" y="1" width="22" height="22" rx="5" className="fill-accent-fill" />
    <path
      d="M9.5 1v9.2L1 13.4M9.5 10.2 23 7.6M9.5 10.2l3.6 12.8M11 15.6l12-2.3"
      className="stroke-on-fill"
      strokeWidth="1.6"
    />
  </svg>
);
