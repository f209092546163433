import { spawn } from 'node:child_process'

/**
 * Sends a body as it is, by the curl that the README uses too: nock, which closes the network of
 * this process, unpacks request bodies on their way out. Answers with head and body.
 */
export async function rawRequest(url: string, headers: Record<string, string>, body: string | Buffer): Promise<string> {
  const options = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const curl = spawn('curl', ['-sS', '-i', '--max-time', '20', ...options, '--data-binary', '@-', url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  curl.stdin.end(body)
  let answer = ''
  for await (const chunk of curl.stdout) answer += String(chunk)
  return answer
}
