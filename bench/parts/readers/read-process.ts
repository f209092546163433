import { UnreadableManifest } from '../../../src/engine/inventory/unreadable-manifest.ts'
import { ParsedTexts } from '../../../src/engine/inventory/parsed-texts.ts'
import { manifestFile } from '../../../src/engine/inventory/project/manifest-file.ts'
import { manifestReaders } from '../../../src/engine/inventory/readers/catalogue.ts'
import { hostileFiles } from './hostile-files.ts'
import { ordinaryFiles } from './ordinary-files.ts'
import type { ReadCost } from './read-cost.ts'

// node read-process.ts <reader> <shape> <characters>…: reads files of one shape in increasing sizes, and prints the
// cost of each as JSON.

const [, , id = '', shape = '', ...sizes] = process.argv
const found = [...ordinaryFiles, ...hostileFiles].find((file) => file.reader === id && file.shape === shape)
const reader = manifestReaders.find((candidate) => candidate.id === id)
if (found === undefined || reader === undefined) throw new Error(`There is no shape "${shape}" of ${id}.`)

// Warm-up. Otherwise compilation during the first calls makes small files seem as expensive as large ones.
read(4 * 1024)
const before = process.resourceUsage().maxRSS
read(64 * 1024)
const costs: ReadCost[] = sizes.map(Number).map(least)
process.stdout.write(
  JSON.stringify({ costs, peakMB: (Math.max(process.resourceUsage().maxRSS - before, 0) * 1024) / 1e6 }),
)

/**
 * Returns the minimum of several reads of a small file. With compilation or garbage collection, a read takes twice as
 * long.
 */
function least(characters: number): ReadCost {
  const first = read(characters)
  if (characters > 1024 * 1024) return first
  const all = [first]
  for (let spent = first.cpuMs; all.length < 5 && spent < 1_000; spent += all.at(-1)?.cpuMs ?? 0)
    all.push(read(characters))
  return all.reduce((one, other) => (other.cpuMs < one.cpuMs ? other : one))
}

function read(characters: number): ReadCost {
  const texts = Object.entries(found?.files(characters) ?? {}).map(([path, text]) => ({
    path,
    content: Buffer.from(text),
  }))
  const files = new Map(texts.map(({ path, content }) => [path, { path, size: content.length, content }]))
  const bytes = texts.reduce((sum, { content }) => sum + content.length, 0)
  const started = process.threadCpuUsage()
  let outcome = 'read'
  try {
    const [path = ''] = files.keys()
    reader?.read(manifestFile({ files }, path, [...files.keys()], new ParsedTexts()))
  } catch (error) {
    if (!(error instanceof UnreadableManifest)) throw error
    outcome = error.message
  }
  const { user, system } = process.threadCpuUsage(started)
  return { bytes, cpuMs: (user + system) / 1_000, outcome }
}
