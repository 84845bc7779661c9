export const SkipLink = () => (
  <a
    href="#main"
    className="print:hidden fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-action px-4 py-2 text-sm font-semibold text-on-action focus:translate-y-0"
  >
    Skip to content
  </a>
)
