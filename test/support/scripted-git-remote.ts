import type { GitServerAnswer, GitServerRequest } from './git-server.ts'

export interface Script {
  /** Name to id, with `HEAD`. */
  readonly refs: Readonly<Record<string, string>>
  readonly pack: Buffer | AsyncIterable<Buffer>
  /** Of the answer to a question for a pack, before `packfile`. */
  readonly beforePack?: string
  /** Appended after the pack in place of a flush. */
  readonly end?: string
  readonly fetchCapabilities?: string
}

/** Plays the server side of version 2 of the protocol for a repository at any path, with a pack as given. */
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

/** A line of the protocol. */
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
