import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePython } from '../../../src/engine/analysis/frontends/python/decode-python.ts'
import { lowerPythonText } from '../../../src/engine/analysis/frontends/python/lower-python.ts'
import { parsePython } from '../../../src/engine/analysis/frontends/python/parse-python.ts'
import { sourceFileLimits } from '../../../src/engine/analysis/source-file-limits.ts'
import { type Measurement, measurement } from '../../measurement.ts'

/** Enough source code for a stable result. */
const characters = 6_000_000

/** Each method runs twice, alternating, because the first run includes JIT compilation. */
const rounds = 2

/**
 * Compares the lowering of Python files in the folder `BENCH_PYTHON_PACKAGES` with 1 / 0.6 of the time of parsing
 * alone. Yields nothing if the variable is not set.
 */
export function* pythonSpeed(timed: (work: () => void) => number): Generator<Measurement> {
  const folder = process.env['BENCH_PYTHON_PACKAGES']
  const texts = folder === undefined ? [] : understood(folder)
  if (texts.length === 0) return
  const samples: number[] = []
  let parsing = 0
  for (const isWarm of Array.from({ length: rounds + 1 }, (_, round) => round > 0)) {
    const [parsed, lowered] = [timed(() => texts.forEach(parsePython)), timed(() => texts.forEach(lowerPythonText))]
    if (!isWarm) continue
    parsing += parsed
    samples.push(lowered / 1_000)
  }
  const size = texts.reduce((sum, text) => sum + text.length, 0)
  yield measurement({
    measure:
      `${texts.length} Python files, ${(size / 1e6).toFixed(1)} MB: parsing and lowering, limit 0.6 times ` +
      'the speed of parsing',
    unit: 's',
    samples,
    peer: { name: 'limit', median: parsing / rounds / 0.6 / 1_000 },
  })
}

/** Returns the texts that can be parsed and lowered. Others are excluded from both measurements. */
function understood(folder: string): string[] {
  const texts: string[] = []
  let size = 0
  for (const path of globSync('**/*.py', { cwd: folder }).sort()) {
    const content = readFileSync(join(folder, path))
    if (content.length > sourceFileLimits.maxFileBytes || size > characters) continue
    try {
      const text = decodePython(content)
      lowerPythonText(text)
      texts.push(text)
      size += text.length
    } catch {
      // Excluded from both measurements.
    }
  }
  return texts
}
