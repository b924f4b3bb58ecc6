/**
 * Puts a range on the clipboard as text and as a table, as the answer to a copy command: only there a browser takes the table as it is,
 * with the format that keeps a text a text in a spreadsheet. Where the browser grants no such command any more (the click was too long
 * ago), the text alone.
 *
 * @throws when the browser lets nothing onto the clipboard
 */
export async function copyBoth(text: string, html: string): Promise<void> {
  const answer = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    event.clipboardData?.setData('text/html', html);
  };
  document.addEventListener('copy', answer, { capture: true });
  const isDone = document.execCommand('copy');
  document.removeEventListener('copy', answer, { capture: true });
  if (!isDone) await navigator.clipboard.writeText(text);
}
