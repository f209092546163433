import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { drawnFiles } from '../../docs/images/draw.ts'

describe('npm run pictures', async () => {
  const drawn = [...(await drawnFiles())].map(([path, text]) => ({ path, text }))

  it.each(drawn)('would write $path as it is', ({ path, text }) => {
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it.each(drawn.filter(({ path }) => path.endsWith('.svg')))('draws $path in less than 60 kB', ({ path, text }) => {
    expect(text.length).toBeGreaterThan(500)
    expect(Buffer.byteLength(text)).toBeLessThan(60_000)
    expect(readFileSync('README.md', 'utf8')).toContain(`](${path})`)
  })
})
