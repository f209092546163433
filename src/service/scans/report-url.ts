/** The page of a scan, for people. `publicUrl` is without trailing slash. */
export function reportUrlOf(publicUrl: string, scanId: string): string {
  return `${publicUrl}/scan/${scanId}`
}
