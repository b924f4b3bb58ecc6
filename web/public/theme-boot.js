// Runs before the first paint, outside the bundle, so that a dark screen never flashes white.
(() => {
  const dark = (choice) =>
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  let choice = 'system';
  try {
    choice = localStorage.getItem('khop.theme') || 'system';
  } catch {
    // Storage is refused in some private windows: follow the system.
  }
  const theme = dark(choice) ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]').content = theme === 'dark' ? '#111827' : '#ffffff';
})();
