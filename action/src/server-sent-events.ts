/** Stream event. A comment, which serves as heartbeat, has neither name nor data. */
export interface ServerSentEvent {
  readonly id: string
  readonly event: string
  readonly data: string
}

/** Maximum event length. An event contains at most one finding. */
const maxEventLength = 8 * 1024 * 1024

/** Parses event streams. Supports the subset of the HTML standard used by the service. Throws connection errors. */
export async function* readServerSentEvents(body: ReadableStream<Uint8Array>): AsyncIterable<ServerSentEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true })
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    if (rest.length > maxEventLength) throw new TypeError('an event in the stream is too long')
    for (const block of blocks) yield eventOf(block)
  }
}

function eventOf(block: string): ServerSentEvent {
  const fields = new Map(
    block
      .split('\n')
      .map((line) => /^(\w+): ?(.*)$/.exec(line))
      .flatMap((match) => (match ? [[match[1], match[2] ?? '']] : [])),
  )
  return { id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: fields.get('data') ?? '' }
}
