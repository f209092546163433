/** Returns the URL of a scan's page. `publicUrl` must have no trailing slash. */
export function reportUrlOf(publicUrl: string, scanId: string): string {
  return `${publicUrl}/scan/${scanId}`
}
