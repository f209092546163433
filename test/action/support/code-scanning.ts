import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import type { Log } from 'sarif'

/** An upload that GitHub received. */
export interface ReceivedUpload {
  readonly authorization: string | undefined
  readonly commit: string
  readonly ref: string
  readonly log: Log
}

/** A response of GitHub. `never` leaves the request open. */
export type PlayedAnswer =
  | 'never'
  | { readonly status: number; readonly body?: object; readonly headers?: Record<string, string> }

/** Starts GitHub's code scanning API on loopback, for the repository `acme/app`. */
export async function startCodeScanning() {
  const uploads: ReceivedUpload[] = []
  const asked: string[] = []
  let answers: PlayedAnswer[] = []
  let states: object[] = []
  const server = createServer((request, response) => {
    const answer = (status: number, body: object = {}, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    void text(request).then((received) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''}`)
      if (request.method === 'GET') return answer(200, states.shift() ?? { processing_status: 'complete' })
      if (request.url !== '/repos/acme/app/code-scanning/sarifs') return answer(404, { message: 'Not Found' })
      const { commit_sha: commit, ref, sarif } = JSON.parse(received)
      const log = JSON.parse(gunzipSync(Buffer.from(sarif, 'base64')).toString()) as Log
      uploads.push({ authorization: request.headers.authorization, commit, ref, log })
      const played = answers.shift() ?? { status: 202, body: { id: 'b1c2-d3', url: 'https://api.github.example/x' } }
      return played === 'never' ? undefined : answer(played.status, played.body, played.headers)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    uploads,
    asked,
    /** Forgets earlier requests, and sets the responses to the next uploads and status requests. */
    play(next: readonly PlayedAnswer[], nextStates: readonly object[] = []) {
      uploads.length = 0
      asked.length = 0
      answers = [...next]
      states = [...nextStates]
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
