/** The address that logs a browser in, once. */
export function loginLink(url: string, code: string): string {
  return `${url}/login?code=${code}`;
}
