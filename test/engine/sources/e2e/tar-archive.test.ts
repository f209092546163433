import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { createGzip, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { packageLimits } from '../../../../src/engine/sources/package-limits.ts'
import { unpackArchive } from '../../../../src/engine/sources/archives/unpack-archive.ts'
import { scanIsolation } from '../../../support/test-isolation.ts'
import { fileEntry, type TarEntry, tarHeader, writeTar, writeTarball } from '../../../support/tar-writer.ts'

const isolation = scanIsolation()

/** Unpacks in a child process, like a scan. */
const readTarArchive = (what: string, packed: Buffer, signal = AbortSignal.timeout(60_000)) =>
  unpackArchive(isolation, { what, kind: 'tar', packed }, signal)

async function read(entries: readonly TarEntry[]) {
  const { files, skipped } = await readTarArchive('The archive', writeTarball(entries))
  return {
    files: Object.fromEntries([...files].map(([path, { content }]) => [path, content.toString()])),
    skipped: skipped.map(({ path, reason }) => [path, reason]),
  }
}

const good = fileEntry('package/package.json', '{}')

describe('an ordinary archive', () => {
  it('is read without its leading folder', async () => {
    expect(
      await read([
        good,
        fileEntry('package/lib/x.js', 'x'),
        fileEntry('package/empty', ''),
        { path: 'package/bin', type: '5' },
      ]),
    ).toEqual({ files: { 'package.json': '{}', 'lib/x.js': 'x', empty: '' }, skipped: [] })
  })

  it('may have extended headers, global ones too, and long names', async () => {
    const long = `package/${'directory/'.repeat(40)}file.js`
    const { files, skipped } = await read([
      { path: 'pax_global_header', type: 'g', content: '19 comment=abcdefg\n' },
      good,
      fileEntry(long, 'x'),
      fileEntry('package/ünï/日本語.js', 'y'),
    ])
    expect(files).toEqual({ 'package.json': '{}', [long.slice('package/'.length)]: 'x', 'ünï/日本語.js': 'y' })
    expect(skipped).toEqual([])
  })

  it('may have long names in the way of GNU tar', async () => {
    const long = `package/${'d/'.repeat(100)}x.js`
    expect(
      (
        await read([
          good,
          { path: '././@LongLink', type: 'L', content: `${long}\0` },
          { path: long.slice(0, 99), content: 'x' },
        ])
      ).files,
    ).toHaveProperty([long.slice('package/'.length)], 'x')
  })

  it('may have single dots and doubled slashes in its names', async () => {
    expect(await read([good, fileEntry('package/./lib//x.js', 'x')])).toMatchObject({
      files: { 'lib/x.js': 'x' },
      skipped: [],
    })
  })

  it('may end without the two empty blocks', async () => {
    expect((await readTarArchive('The archive', gzipSync(writeTar([good], { end: false })))).files.size).toBe(1)
  })

  it('may repeat a file with the same content', async () => {
    expect(await read([good, fileEntry('package/a', 'x'), fileEntry('package/a', 'x')])).toEqual({
      files: { 'package.json': '{}', a: 'x' },
      skipped: [],
    })
  })

  it('keeps names of extended headers whole wherever they fall in the stream', async () => {
    const entries = Array.from({ length: 600 }, (_, index) =>
      fileEntry(`package/${'é'.repeat(60)}${index}.js`, `${index}`),
    )
    const { files, skipped } = await read([good, ...entries])
    expect(skipped).toEqual([])
    expect(Object.keys(files)).toHaveLength(601)
  })
})

describe('a hostile entry is named and left out', () => {
  it.each<[string, TarEntry, string]>([
    ['a symbolic link', { path: 'package/x', type: '2', linkpath: 'package.json' }, 'it is a symbolic link'],
    [
      'a symbolic link that leads out',
      { path: 'package/x', type: '2', linkpath: '../../etc' },
      'it is a symbolic link',
    ],
    ['a hard link', { path: 'package/x', type: '1', linkpath: 'package/package.json' }, 'it is a hard link'],
    ['a character device', { path: 'package/x', type: '3' }, 'it is a device'],
    ['a block device', { path: 'package/x', type: '4' }, 'it is a device'],
    ['a named pipe', { path: 'package/x', type: '6' }, 'it is a named pipe'],
    ['an unknown type', { path: 'package/x', type: 'V', content: 'x' }, 'its type (V) is unknown'],
    ['a path that climbs', { path: 'package/../../x', content: 'x' }, 'its path points outside the archive'],
    ['a path that starts by climbing', { path: '../x', content: 'x' }, 'its path points outside the archive'],
    [
      'a path that climbs and comes back',
      { path: 'package/a/../x', content: 'x' },
      'its path points outside the archive',
    ],
    [
      'a path of an extended header that climbs',
      { path: 'package/x', content: 'x', pax: { path: 'package/../../../etc/passwd' } },
      'its path points outside the archive',
    ],
    ['an absolute path', { path: '/etc/passwd', content: 'x' }, 'its name is an absolute path'],
    ['an absolute path with two slashes', { path: '//server/share/x', content: 'x' }, 'its name is an absolute path'],
    ['a drive', { path: 'C:/windows/x', content: 'x' }, 'its name starts with a drive letter'],
    [
      'a drive inside of the leading folder',
      { path: 'package/c:x', content: 'x' },
      'its name starts with a drive letter',
    ],
    ['a backslash', { path: 'package\\..\\x', content: 'x' }, 'its name contains a backslash'],
    ['a backslash further in', { path: 'package/a\\b', content: 'x' }, 'its name contains a backslash'],
    [
      'a NUL in an extended header',
      { path: 'package/x', content: 'x', pax: { path: 'package/x.js\0.txt' } },
      'its name contains a NUL character',
    ],
    [
      'bytes that are no UTF-8',
      { path: Buffer.from([...Buffer.from('package/'), 0xff, 0xfe]), content: 'x' },
      'its name is not valid UTF-8',
    ],
    [
      'nothing but the leading folder',
      { path: 'package', content: 'x' },
      'it is outside the top-level folder of the archive',
    ],
    [
      'a name that is too long',
      fileEntry(`package/${'x'.repeat(packageLimits.maxPathBytes + 1)}`, 'x'),
      `its name is longer than ${packageLimits.maxPathBytes} bytes`,
    ],
  ])('%s', async (_what, entry, reason) => {
    const { files, skipped } = await read([good, entry, fileEntry('package/after.js', 'after')])
    expect(files).toEqual({ 'package.json': '{}', 'after.js': 'after' })
    expect(skipped).toEqual([[expect.any(String), reason]])
    expect(skipped[0]?.[0]).not.toMatch(/\p{Cc}/u)
    expect(skipped[0]?.[0]?.length).toBeLessThanOrEqual(201)
  })

  it('an extended header that is too large', async () => {
    const { files, skipped } = await read([
      good,
      { path: 'package/x', content: 'x', pax: { comment: 'x'.repeat(2 ** 20) } },
    ])
    expect(files).toHaveProperty(['package.json'])
    expect(skipped).toEqual([['PaxHeader/entry', 'its extended header is too large']])
  })

  it('a header that is broken', async () => {
    const { files, skipped } = await read([
      good,
      { path: 'package/x', breakChecksum: true },
      fileEntry('package/after.js', 'after'),
    ])
    expect(files).toEqual({ 'package.json': '{}', 'after.js': 'after' })
    expect(skipped).toEqual([['(unnamed)', 'the archive has 1 broken headers']])
  })

  it('one of two different files of one name: npm keeps the last', async () => {
    const { files, skipped } = await read([
      good,
      fileEntry('package/a.js', 'harmless'),
      fileEntry('package/a.js', 'evil'),
    ])
    expect(files['a.js']).toBe('evil')
    expect(skipped).toEqual([['a.js', 'the archive has several different files with this name; the last one was read']])
  })

  it.each([
    ['README.md', 'readme.MD'],
    ['caf\u00e9.js', 'cafe\u0301.js'],
  ])('two files that are one on some systems: %s and %s', async (one, other) => {
    const { files, skipped } = await read([good, fileEntry(`package/${one}`, '1'), fileEntry(`package/${other}`, '2')])
    expect(Object.keys(files)).toEqual(['package.json', one, other])
    expect(skipped).toEqual([[other, `on case-insensitive systems, it is the same file as ${one}; both were read`]])
  })

  it('a file that is too large, wherever its size is stated', async () => {
    const large = Buffer.alloc(packageLimits.maxFileBytes + 1, 'x')
    // Random bytes, so that the compression ratio is not the limit that applies.
    for (let offset = 0; offset < large.length; offset += 64)
      large.writeDoubleLE(Math.random(), offset > large.length - 8 ? 0 : offset)
    const { files, skipped } = await read([
      good,
      { path: 'package/large.bin', content: large },
      fileEntry('package/after.js', 'after'),
    ])
    expect(Object.keys(files)).toEqual(['package.json', 'after.js'])
    expect(skipped).toEqual([['package/large.bin', 'it is larger than 50 MiB']])
  })
})

describe('what is no archive, or not all of one, is malformed', () => {
  const tar = writeTar([good, fileEntry('package/a.js', 'a'.repeat(5_000))])
  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('not an archive')],
    ['a tar archive that is not compressed', tar],
    ['compressed text', gzipSync('not a tar archive')],
    ['compressed nothing', gzipSync('')],
    ['compressed zeros of less than a block', gzipSync(Buffer.alloc(100))],
    ['a gzip stream that ends early', gzipSync(tar).subarray(0, -20)],
    ['a gzip stream with a wrong checksum', Buffer.concat([gzipSync(tar).subarray(0, -8), Buffer.alloc(8)])],
    ['a tar archive that ends inside of a file', gzipSync(tar.subarray(0, 3_000))],
    ['a size beyond the end', gzipSync(writeTar([good, { path: 'package/x', content: 'x', size: 40_000_000 }]))],
    ['an archive of nothing', gzipSync(writeTar([]))],
    ['two layers of gzip', gzipSync(gzipSync(tar))],
  ])('%s', async (_what, bytes) => {
    await expect(readTarArchive('The archive', bytes)).rejects.toMatchObject({
      name: 'ScanFailure',
      code: 'SOURCE_MALFORMED',
    })
  })

  it('random damage never does worse', async () => {
    const packed = writeTarball([
      good,
      ...Array.from({ length: 20 }, (_, index) => fileEntry(`package/${index}.js`, `${Math.random()}`.repeat(100))),
    ])
    const plain = writeTar([
      good,
      ...Array.from({ length: 20 }, (_, index) => fileEntry(`package/${index}.js`, 'x'.repeat(index * 100))),
    ])
    for (let round = 0; round < 300; round += 1) {
      const damaged = Buffer.from(round % 2 === 0 ? packed : plain)
      for (let hit = 0; hit < 1 + (round % 20); hit += 1)
        damaged[Math.floor(Math.random() * damaged.length)] = Math.floor(Math.random() * 256)
      await readTarArchive('The archive', round % 2 === 0 ? damaged : gzipSync(damaged)).catch((error: unknown) =>
        expect(error).toMatchObject({ name: 'ScanFailure' }),
      )
    }
  })
})

/** A gzip bomb: a tar archive with one file of zeros whose size is `gibibytes`. It is a few MiB when packed. */
async function bomb(gibibytes: number, before: readonly TarEntry[] = []): Promise<Buffer> {
  const gzip = createGzip({ level: 4 })
  const packed: Buffer[] = []
  gzip.pipe(new PassThrough()).on('data', (chunk: Buffer) => packed.push(chunk))
  const zeros = Buffer.alloc(2 ** 24)
  gzip.write(writeTar(before, { end: false }))
  gzip.write(tarHeader({ path: 'package/zeros' }, gibibytes * 2 ** 30))
  for (let index = 0; index < gibibytes * 64; index += 1) if (!gzip.write(zeros)) await once(gzip, 'drain')
  gzip.end(Buffer.alloc(1_024))
  await once(gzip, 'end')
  return Buffer.concat(packed)
}

describe('a bomb', () => {
  it('of several GiB is given up at once, in bounded memory', async () => {
    const packed = await bomb(4)
    expect(packed.length).toBeLessThan(packageLimits.maxPackedBytes)
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss)
    }, 1)
    const startedAt = performance.now()
    await expect(readTarArchive('The archive', packed)).rejects.toMatchObject({
      code: 'SOURCE_TOO_LARGE',
      message: 'The archive unpacks to more than 200 times its size. Assay read none of it.',
    })
    clearInterval(watch)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect(Math.max(peak, process.memoryUsage().rss) - before).toBeLessThan(100 * 2 ** 20)
  }, 60_000)

  it('behind a few files leaves these', async () => {
    const { files, skipped } = await readTarArchive('The archive', await bomb(1, [good]))
    expect([...files.keys()]).toEqual(['package.json'])
    expect(skipped).toContainEqual({
      path: expect.any(String),
      reason: 'reading stopped here: the archive unpacks to more than 200 times its size',
    })
  }, 60_000)

  it('that compresses badly stops at the total size', async () => {
    const noise = Buffer.from(Array.from({ length: 2 ** 20 }, () => Math.floor(Math.random() * 256)))
    // Each file is small enough. It repeats data that is outside of gzip's window.
    const entries = Array.from({ length: 210 }, (_, index) =>
      fileEntry(`package/${index}.bin`, Buffer.concat([Buffer.alloc(2 ** 19, index), noise.subarray(0, 2 ** 19)])),
    )
    const { files, skipped } = await readTarArchive('The archive', gzipSync(writeTar([good, ...entries]), { level: 1 }))
    expect(files.size).toBeGreaterThan(190)
    expect(files.size).toBeLessThan(202)
    expect(skipped).toEqual([
      {
        path: expect.stringMatching(/\.bin$/),
        reason: 'reading stopped here: the archive unpacks to more than 200 MiB',
      },
    ])
  })

  it('of very many files stops at their number', async () => {
    const entries = Array.from({ length: packageLimits.maxFiles + 500 }, (_, index) =>
      fileEntry(`package/${index}`, ''),
    )
    const { files, skipped } = await readTarArchive('The archive', writeTarball(entries))
    expect(files.size).toBe(packageLimits.maxFiles)
    expect(skipped).toEqual([
      {
        path: `package/${packageLimits.maxFiles}`,
        reason: `reading stopped here: the archive has more than ${packageLimits.maxFiles} files`,
      },
    ])
  })

  it('of very many refused entries stops too', async () => {
    const entries = Array.from({ length: packageLimits.maxFiles + 500 }, (_, index): TarEntry => ({
      path: `package/${index}`,
      type: '2',
      linkpath: 'x',
    }))
    const { skipped } = await readTarArchive('The archive', writeTarball([good, ...entries]))
    expect(skipped.length).toBe(packageLimits.maxFiles)
  })

  it('can be cancelled', async () => {
    const reason = new Error('no longer wanted')
    await expect(readTarArchive('The archive', writeTarball([good]), AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})
