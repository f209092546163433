import { z } from 'zod'

/** Node options that open the inspector on a free port after SIGUSR1. */
export const inspectable = ['--inspect-port=127.0.0.1:0'] as const

const Answer = z.object({
  id: z.number(),
  result: z.object({ result: z.object({ value: z.string() }).optional() }).optional(),
})
const Figures = z.object({ heapUsed: z.number(), external: z.number() })

/**
 * Returns the retained memory of a process in MB: its heap and external memory directly after a full garbage
 * collection. Growth between two collections may be garbage, so only this shows a leak. `logOf` returns the stderr of
 * the process so far.
 */
export async function reachableMegabytes(pid: number, logOf: () => string): Promise<number> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await inspectorAddress(logOf))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')), { once: true })
  })
  try {
    let last = 0
    const ask = (method: string, params: object = {}) =>
      new Promise<z.infer<typeof Answer>>((resolve) => {
        const id = (last += 1)
        socket.addEventListener('message', function hear({ data }) {
          const answer = Answer.safeParse(JSON.parse(String(data)))
          if (answer.data?.id !== id) return
          socket.removeEventListener('message', hear)
          resolve(answer.data)
        })
        socket.send(JSON.stringify({ id, method, params }))
      })
    // The second collection frees what finalizers released.
    for (let time = 0; time < 2; time += 1) await ask('HeapProfiler.collectGarbage')
    const { result } = await ask('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' })
    const { heapUsed, external } = Figures.parse(JSON.parse(result?.result?.value ?? ''))
    return (heapUsed + external) / 1e6
  } finally {
    socket.close()
  }
}

async function inspectorAddress(logOf: () => string): Promise<string> {
  for (
    const deadline = performance.now() + 10_000;
    performance.now() < deadline;
    await new Promise((resolve) => setTimeout(resolve, 50))
  ) {
    const [, address] = /Debugger listening on (ws:\S+)/.exec(logOf()) ?? []
    if (address !== undefined) return address
  }
  throw new Error('the process did not open its inspector')
}
