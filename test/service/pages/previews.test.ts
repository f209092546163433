import { setImmediate } from 'node:timers/promises'
import { crc32, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  drawPreview,
  previewPath,
  previewPictures,
  type PreviewSays,
  previewSize,
  previewText,
} from '../../../src/service/pages/previews/preview-picture.ts'
import { insertServers, serverRow } from '../registry/catalogue-rows.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const drawn = new Map(await Promise.all(previewPictures.map(async (says) => [says, await drawPreview(says)] as const)))
const drawnOf = (says: PreviewSays) => drawn.get(says) ?? Buffer.alloc(0)

/** Bytes of a pixel: red, green, blue, and opacity. */
const depth = 4

/** Reads a PNG with eight bits per channel, and its pixels (https://www.w3.org/TR/png-3/). */
function readPng(png: Buffer) {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const chunks = new Map<string, Buffer[]>()
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    const body = png.subarray(at + 4, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body))
    const type = body.subarray(0, 4).toString('latin1')
    chunks.set(type, [...(chunks.get(type) ?? []), body.subarray(4)])
    at += 12 + length
  }
  const header = chunks.get('IHDR')?.[0] ?? Buffer.alloc(13)
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  expect([...header.subarray(8, 13)]).toEqual([8, 6, 0, 0, 0])
  const rows = unfiltered(inflateSync(Buffer.concat(chunks.get('IDAT') ?? [])), width, height)
  return {
    width,
    height,
    pixel: (x: number, y: number) => [...rows.subarray((y * width + x) * depth).subarray(0, 3)],
  }
}

/** Undoes the filters of the rows (PNG, section 9). */
function unfiltered(filtered: Buffer, width: number, height: number): Buffer {
  const stride = width * depth
  const rows = Buffer.alloc(stride * height)
  for (let row = 0; row < height; row += 1) {
    const filter = filtered[row * (stride + 1)] ?? 0
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column
      const left = column < depth ? 0 : (rows[at - depth] ?? 0)
      const above = row === 0 ? 0 : (rows[at - stride] ?? 0)
      const corner = row === 0 || column < depth ? 0 : (rows[at - stride - depth] ?? 0)
      const predicted = prediction(filter, left, above, corner)
      rows[at] = (filtered[row * (stride + 1) + 1 + column] ?? 0) + predicted
    }
  }
  return rows
}

function prediction(filter: number, left: number, above: number, corner: number): number {
  if (filter < 2) return filter * left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  const toLeft = Math.abs(above - corner)
  const toAbove = Math.abs(left - corner)
  const toCorner = Math.abs(left + above - 2 * corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

describe('a preview picture', () => {
  it.each(previewPictures)('is drawn for %s and is small', (says) => {
    const png = drawnOf(says)
    expect(png.length).toBeLessThan(40_000)
    const { width, height, pixel } = readPng(png)
    expect({ width, height }).toEqual(previewSize)
    // A pixel of the page, and one of the card.
    expect([pixel(5, 5), pixel(540, 560)]).toEqual([
      [247, 246, 243],
      [255, 255, 255],
    ])
  })

  it('shows the letter in the color of its grade', () => {
    // The stems of the letters B and F.
    expect([readPng(drawnOf('B')).pixel(230, 350), readPng(drawnOf('F')).pixel(240, 350)]).toEqual([
      [60, 106, 18],
      [161, 18, 58],
    ])
    expect(new Set([...drawn.values()].map((png) => png.toString('base64'))).size).toBe(previewPictures.length)
  })

  it('does not block other requests while it is drawn', async () => {
    const drawing = drawPreview('A+').then(() => 'drawn')
    let turns = 0
    while ((await Promise.race([drawing, setImmediate('another')])) !== 'drawn') turns += 1
    expect(turns).toBeGreaterThan(0)
  })

  it('is served at the URL in the page, for all origins', async () => {
    await insertServers(api.db, [
      serverRow('shown', { slug: 'npm-shown', securityScore: 80 }),
      serverRow('new', { slug: 'npm-new', securityScore: null }),
    ])
    for (const [path, says] of [
      ['/', 'assay'],
      ['/rules', 'assay'],
      ['/servers/npm-shown', 'B'],
      ['/servers/npm-new', 'not scanned'],
    ] as const) {
      const { text } = await api.anonymous('GET', path)
      expect(text, path).toContain(`<meta property="og:image" content="https://assay.example${previewPath(says)}"/>`)
      expect(text, path).toContain(`<meta property="og:image:alt" content="${previewText(says)}"/>`)
    }
    const { status, headers } = await fetch(`${api.address}${previewPath('B')}`)
    expect([
      status,
      headers.get('content-type'),
      headers.get('cross-origin-resource-policy'),
      headers.get('cache-control'),
    ]).toEqual([200, 'image/png', 'cross-origin', 'public, max-age=86400'])
    expect((await api.anonymous('GET', '/compare')).text).not.toContain('og:image')
  })
})
