/** URL of a scan's page. `publicUrl` has no trailing slash. */
export function reportUrlOf(publicUrl: string, scanId: string): string {
  return `${publicUrl}/scan/${scanId}`
}
