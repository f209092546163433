import { spawn } from 'node:child_process'

/**
 * Sends an unmodified body with curl, which the README also uses. nock, which closes the network of this process,
 * unpacks request bodies. Returns the head and body of the response.
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
