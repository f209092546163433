const firstLines = {
  openssh: '-----BEGIN OPENSSH PRIVATE KEY-----',
  rsa: '-----BEGIN RSA PRIVATE KEY-----',
}

export function typeOf(text: string): string | undefined {
  return Object.entries(firstLines).find(([, line]) => text.startsWith(line))?.[0]
}
