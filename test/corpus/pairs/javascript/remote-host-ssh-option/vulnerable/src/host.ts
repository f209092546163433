export function checkHost(host: string): string {
  if (host === '' || /\s/.test(host)) {
    throw new Error('A host name holds no spaces')
  }
  return host
}
