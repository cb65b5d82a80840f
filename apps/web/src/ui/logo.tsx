/** The arch of Campus's logo, in the current text colour. */
export const Logo = ({ className }: { readonly className?: string }) => (
  <svg
    className={className}
    viewBox="0 0 40 48"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    aria-hidden
  >
    <path d="M3 45V20a17 17 0 0 1 34 0v25M1.5 45h37" strokeWidth="3.6" />
    <path d="M12 45V25a8 8 0 0 1 16 0v20" strokeWidth="3" opacity=".55" />
    <circle cx="20" cy="11.5" r="2.6" fill="currentColor" stroke="none" />
  </svg>
);
