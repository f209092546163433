import type { GitServerAnswer, GitServerRequest } from './git-server.ts'

export interface Script {
  /** IDs by ref name, including `HEAD`. */
  readonly refs: Readonly<Record<string, string>>
  readonly pack: Buffer | AsyncIterable<Buffer>
  /** Part of the fetch response before `packfile`. */
  readonly beforePack?: string
  /** Appended after the pack instead of a flush packet. */
  readonly end?: string
  readonly fetchCapabilities?: string
}

/** Simulates a server of protocol version 2 for a repository at any path, with the given pack. */
export function scripted(script: Script): (request: GitServerRequest) => GitServerAnswer | undefined {
  return ({ url, body }) => {
    if (url.includes('/info/refs'))
      return {
        headers: { 'content-type': 'application/x-git-upload-pack-advertisement' },
        body: `${line('version 2')}${line('ls-refs')}${line(`fetch=${script.fetchCapabilities ?? 'shallow'}`)}0000`,
      }
    const headers = { 'content-type': 'application/x-git-upload-pack-result' }
    if (body.includes('command=ls-refs'))
      return {
        headers,
        body: `${Object.entries(script.refs)
          .map(([name, id]) => line(`${id} ${name}${name === 'HEAD' ? ' symref-target:refs/heads/main' : ''}`))
          .join('')}0000`,
      }
    return { headers, body: answerWithPack(script) }
  }
}

/** Returns a packet line of the protocol. */
export function line(text: string): string {
  return `${(Buffer.byteLength(text) + 5).toString(16).padStart(4, '0')}${text}\n`
}

async function* answerWithPack({ pack, beforePack = line('packfile'), end = '0000' }: Script): AsyncGenerator<Buffer> {
  yield Buffer.from(beforePack)
  const chunks = Buffer.isBuffer(pack) ? [pack] : pack
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += 65_000) {
      const part = chunk.subarray(at, at + 65_000)
      yield Buffer.concat([Buffer.from(`${(part.length + 5).toString(16).padStart(4, '0')}\x01`), part])
    }
  }
  yield Buffer.from(end)
}
