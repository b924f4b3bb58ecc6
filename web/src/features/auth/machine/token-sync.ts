/**
 * Tells the other site of the company about the session: POST with the bearer token, DELETE at sign-out.
 * Throws when it refuses or cannot be reached.
 */
export async function syncToken(url: string, method: 'POST' | 'DELETE', token: string | null): Promise<void> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(url, { method, headers, credentials: 'include' });
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}`);
}
