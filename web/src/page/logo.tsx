/** Two ledgers and the tick that joins them. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 32 32" className="shrink-0">
      <rect width="32" height="32" rx="7" fill="#008236" />
      <path
        d="M7 16.5l5.2 5.2L25 9"
        fill="none"
        stroke="#fff"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M7 9.5h7M18 22.5h7" stroke="#bbf7d0" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  );
}
