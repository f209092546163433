export function checkHost(host: string): string {
  if (!/^[a-z0-9][a-z0-9.-]*$/i.test(host)) {
    throw new Error('Not a host name')
  }
  return host
}
