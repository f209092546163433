import { describe, expect, it } from 'vitest'
import { nearMisses } from '../../../../bench/parts/tool-texts/near-misses.ts'
import type { ScannedTool } from '../../../../src/engine/model/scanned-tool.ts'
import { describedTool, findInTools } from './find-in-server.ts'

/** Length of a text, of each of many texts, and the number of these. */
const characters = { ofText: 64 * 1024, ofPart: 256 }
const parts = characters.ofText / characters.ofPart

/**
 * 64 Ki characters take 10 to 100 ms of CPU time, and several times as much on a busy machine. A cost for each pair of
 * sentences would be many seconds. The benchmark measures the exact times.
 */
const maxCpuMs = 3_000

async function cpuMs(tools: readonly ScannedTool[]): Promise<number> {
  const started = process.threadCpuUsage()
  await findInTools(tools)
  const { user, system } = process.threadCpuUsage(started)
  return (user + system) / 1_000
}

const filled = (part: string, length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length)

describe('a definition that was written to hold the rules up', () => {
  it.each(nearMisses.map((part) => [part]))('does not with one long text of %j', async (part) => {
    expect(await cpuMs([describedTool(filled(part, characters.ofText))])).toBeLessThan(maxCpuMs)
  })

  it.each(nearMisses.map((part) => [part]))('does not with many parameters of %j', async (part) => {
    const description = filled(part, characters.ofPart)
    const parameters = Array.from({ length: parts }, (_none, at) => ({ name: `p_${at}`, description }))
    expect(await cpuMs([describedTool('Adds two numbers.', { parameters })])).toBeLessThan(maxCpuMs)
  })
})
