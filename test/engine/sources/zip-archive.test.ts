import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ScanFailure } from '../../../src/engine/model/failure.ts'
import type { ArchiveKind } from '../../../src/engine/sources/archives/archive-kinds.ts'
import { unpackArchive } from '../../../src/engine/sources/archives/unpack-archive.ts'
import { scanIsolation } from '../../support/test-isolation.ts'
import { extraField, writeZip, zip64End, type ZipMemberSpec, type ZipSpec } from '../../support/zip-writer.ts'

const isolation = scanIsolation()

/** Unpacks in a child process, like a scan. */
const readZipArchive = (packed: Buffer, kind: ArchiveKind = 'wheel', signal = AbortSignal.timeout(60_000)) =>
  unpackArchive(isolation, { what: 'The archive', kind, packed }, signal)

async function read(members: readonly ZipMemberSpec[], spec?: ZipSpec, leadingFolders: 0 | 1 = 0) {
  const { files, skipped } = await readZipArchive(
    writeZip(members, spec),
    leadingFolders === 0 ? 'wheel' : 'source-zip',
  )
  return {
    files: Object.fromEntries([...files].map(([path, { content }]) => [path, content.toString()])),
    skipped: skipped.map(({ path, reason }) => [path, reason]),
  }
}

const good: ZipMemberSpec = { name: 'a/__init__.py', content: 'x = 1\n' }
const goodFiles = { 'a/__init__.py': 'x = 1\n' }

describe('an ordinary archive', () => {
  it('is read with its names as they are', async () => {
    expect(
      await read([
        good,
        { name: 'a/', method: 0, mode: 0o040755 },
        { name: 'a/empty', content: '' },
        { name: 'a-1.dist-info/METADATA', content: 'Name: a\n', method: 0 },
        { name: 'ünï/日本.py', content: 'y' },
        { name: 'unmarked/日本.py', flags: 0, content: 'z' },
      ]),
    ).toEqual({
      files: {
        ...goodFiles,
        'a/empty': '',
        'a-1.dist-info/METADATA': 'Name: a\n',
        'ünï/日本.py': 'y',
        'unmarked/日本.py': 'z',
      },
      skipped: [],
    })
  })

  it('may lose its leading folder', async () => {
    expect(await read([{ name: 'a-1/setup.py', content: 'x' }], {}, 1)).toEqual({
      files: { 'setup.py': 'x' },
      skipped: [],
    })
  })

  it('may have a comment, sizes after the data, and old file types', async () => {
    const descriptor = Buffer.concat([Buffer.from('PK\x07\x08'), Buffer.alloc(12)])
    expect(
      await read(
        [
          { ...good, flags: 0x0808, local: { size: 0, crc: 0 }, trailer: descriptor, mode: 0 },
          { name: 'b', content: 'b' },
        ],
        { comment: Buffer.from('made by hand') },
      ),
    ).toEqual({ files: { ...goodFiles, b: 'b' }, skipped: [] })
  })

  it('may be empty', async () => {
    expect(await read([])).toEqual({ files: {}, skipped: [] })
  })

  it('may end in the way of zip64', async () => {
    expect(await read([good], { zip64: true })).toEqual({ files: goodFiles, skipped: [] })
    expect(
      await read([good], { zip64: true, count: 0xffff, directorySize: 0xffffffff, directoryOffset: 0xffffffff }),
    ).toEqual({ files: goodFiles, skipped: [] })
  })

  it('gives only what is wanted, and inflates nothing else', async () => {
    const archive = writeZip([
      good,
      { name: 'broken', content: 'x', crc: 7 },
      { name: 'a-1.dist-info/METADATA', content: 'm' },
    ])
    const { files, skipped } = await readZipArchive(archive, 'wheel-metadata')
    expect([[...files.keys()], skipped]).toEqual([['a-1.dist-info/METADATA'], []])
  })
})

describe('a hostile entry is named and left out', () => {
  const otherName = (name: string, checksumOf = 'x') => {
    const head = Buffer.alloc(5, 1)
    head.writeUInt32LE(crc32(Buffer.from(checksumOf)), 1)
    return extraField(0x7075, Buffer.concat([head, Buffer.from(name)]))
  }

  it.each<[string, ZipMemberSpec, string]>([
    ['a symbolic link', { name: 'x', content: '/etc/passwd', mode: 0o120777 }, 'it is a symbolic link'],
    ['a device', { name: 'x', content: '', mode: 0o020666 }, 'it is not a regular file'],
    ['a named pipe', { name: 'x', content: '', mode: 0o010666 }, 'it is not a regular file'],
    ['a folder with content', { name: 'x/', content: 'hidden', mode: 0o040755 }, 'it is a folder with content'],
    ['traversal', { name: '../x', content: 'x' }, 'its path points outside the archive'],
    ['traversal in the middle', { name: 'a/../../x', content: 'x' }, 'its path points outside the archive'],
    ['an absolute path', { name: '/etc/x', content: 'x' }, 'its name is an absolute path'],
    ['a backslash', { name: 'a\\..\\x', content: 'x' }, 'its name contains a backslash'],
    ['a drive letter', { name: 'c:x', content: 'x' }, 'its name starts with a drive letter'],
    ['a NUL character', { name: 'a\0.py', content: 'x' }, 'its name contains a NUL character'],
    ['invalid UTF-8', { name: Buffer.from([0x61, 0xff, 0xfe]), content: 'x' }, 'its name is not valid UTF-8'],
    ['a name that is too long', { name: 'd/'.repeat(600), content: 'x' }, 'it is a folder with content'],
    ['a path that is too long', { name: `${'d/'.repeat(600)}x`, content: 'x' }, 'its name is longer than 1024 bytes'],
    ['encryption', { name: 'x', content: 'x', flags: 0x0801 }, 'it is encrypted'],
    ['LZMA', { name: 'x', content: 'x', method: 14 }, 'its compression method (14) is unknown'],
    ['a second name', { name: 'x', content: 'x', extra: otherName('evil.py') }, 'it has two names'],
    [
      'another name in its local header',
      { name: 'x', content: 'x', local: { name: 'evil.py' } },
      'its local header has another name',
    ],
    [
      'another size in its local header',
      { name: 'x', content: 'x', local: { size: 2 } },
      'its local header does not match the archive directory',
    ],
    [
      'another checksum in its local header',
      { name: 'x', content: 'x', local: { crc: 2 } },
      'its local header does not match the archive directory',
    ],
    [
      'another method in its local header',
      { name: 'x', content: 'x', local: { method: 0 } },
      'its local header does not match the archive directory',
    ],
    [
      'a size that is too small',
      { name: 'x', content: 'x'.repeat(1000), size: 10 },
      'its size does not match the size in the archive',
    ],
    [
      'a size that is too large',
      { name: 'x', content: 'x', size: 1000 },
      'its size does not match the size in the archive',
    ],
    ['a wrong checksum', { name: 'x', content: 'x', crc: 1 }, 'its checksum is wrong'],
    ['a file over the limit', { name: 'x', content: 'x', size: 51 * 2 ** 20 }, 'it is larger than 50 MiB'],
  ])('%s', async (_what, hostile, reason) => {
    const { files, skipped } = await read([good, hostile])
    expect(files).toEqual(goodFiles)
    expect(skipped.map(([, reason]) => reason)).toEqual([reason])
  })

  it('data that is no data', async () => {
    const archive = writeZip([good, { name: 'x', content: Buffer.alloc(64, 0x78), method: 0 }])
    // Stored bytes that both headers declare as deflated.
    for (const signature of ['PK\x03\x04', 'PK\x01\x02'])
      archive.writeUInt16LE(8, archive.lastIndexOf(signature) + (signature === 'PK\x03\x04' ? 8 : 10))
    const { skipped } = await readZipArchive(archive)
    expect(skipped).toEqual([{ path: 'x', reason: 'its compressed data is broken' }])
  })

  it('a second name counts only with the checksum of the first, and only if it is another', async () => {
    expect(
      await read([
        { ...good, extra: otherName('evil.py', 'something else') },
        { name: 'x', content: 'x', extra: otherName('x') },
      ]),
    ).toEqual({ files: { ...goodFiles, x: 'x' }, skipped: [] })
  })
})

describe('names that are the same', () => {
  it('twice with the same content is no matter', async () => {
    expect(await read([good, good])).toEqual({ files: goodFiles, skipped: [] })
  })

  it('twice with different content is named; the last one is read', async () => {
    expect(await read([good, { name: 'a/__init__.py', content: 'evil' }])).toEqual({
      files: { 'a/__init__.py': 'evil' },
      skipped: [['a/__init__.py', 'the archive has several different files with this name; the last one was read']],
    })
  })

  it.each([
    ['A/__INIT__.PY', 'a/__init__.py'],
    ['e\u0301.py', '\u00e9.py'],
  ])('on some systems, %s and %s, are named and both read', async (name, other) => {
    const { files, skipped } = await read([
      { name: other, content: '1' },
      { name, content: '2' },
    ])
    expect(files).toEqual({ [other]: '1', [name]: '2' })
    expect(skipped).toEqual([[name, `on case-insensitive systems, it is the same file as ${other}; both were read`]])
  })
})

describe('an archive that cannot be believed is refused', () => {
  const endOf = (archive: Buffer) => archive.length - 22
  it.each<[string, () => Buffer, RegExp]>([
    ['no zip at all', () => Buffer.from('hello'), /is not a complete zip archive/],
    ['nothing', () => Buffer.alloc(0), /is not a complete zip archive/],
    ['cut off at its end', () => writeZip([good]).subarray(0, -5), /is not a complete zip archive/],
    ['cut off at its start', () => writeZip([good]).subarray(10), /is not a complete zip archive/],
    [
      'with bytes after its end',
      () => writeZip([good], { afterEnd: Buffer.from('junk') }),
      /is not a complete zip archive/,
    ],
    [
      'with a second archive in its comment',
      () => writeZip([good], { comment: writeZip([{ name: 'evil.py', content: 'evil' }]) }),
      /is not a complete zip archive/,
    ],
    [
      'with an end record in its comment',
      () => writeZip([good], { comment: Buffer.concat([writeZip([]), Buffer.from('!')]) }),
      /is not a complete zip archive/,
    ],
    ['that counts more entries than it has', () => writeZip([good], { count: 2 }), /is not a complete zip archive/],
    [
      'that counts fewer entries than it has',
      () => writeZip([good, { name: 'hidden.py', content: 'evil' }], { count: 1 }),
      /does not end where its directory states/,
    ],
    [
      'that states another size of its directory',
      () => writeZip([good], { directorySize: 1 }),
      /has an end record that does not match its directory/,
    ],
    [
      'with bytes between directory and end',
      () => writeZip([good], { beforeEnd: Buffer.alloc(7) }),
      /does not end where its directory states/,
    ],
    [
      'with a zip64 record that counts differently',
      () => writeZip([good, { name: 'b', content: 'b' }], { zip64: true, count: 1 }),
      /has an end record that does not match its directory/,
    ],
    [
      'that defers the size of its directory to a zip64 record it does not have',
      () => writeZip([good], { directorySize: 0xffffffff }),
      /has an end record that does not match its directory/,
    ],
    [
      'that defers a count to a zip64 record it does not have',
      () => {
        const archive = writeZip([good])
        archive.writeUInt16LE(0xffff, endOf(archive) + 8)
        return archive
      },
      /has an end record that does not match its directory/,
    ],
    [
      'with a zip64 record of another directory size',
      () => writeZip([good], { zip64: true, directorySize: 1 }),
      /has an end record that does not match its directory/,
    ],
    [
      'with a zip64 record of another directory',
      () => writeZip([good], { zip64: true, directoryOffset: 1 }),
      /has an end record that does not match its directory/,
    ],
    [
      'with a zip64 record that lies about where it is',
      () => writeZip([good], { beforeEnd: zip64End({ count: 1, size: 0, offset: 0, at: 2 ** 40 }) }),
      /is not a complete zip archive/,
    ],
    [
      'of which two entries share their bytes',
      () => writeZip([good, { ...good, name: 'b/__init__.py', sameDataAs: 0 }]),
      /has entries that overlap/,
    ],
    [
      'of which an entry reaches into the directory',
      () => writeZip([{ ...good, packedSize: 60, flags: 0x0800 }]),
      /has entries that overlap/,
    ],
    [
      'of which an entry reaches beyond its end',
      () => writeZip([{ ...good, packedSize: 6000 }]),
      /is not a complete zip archive/,
    ],
    ['of a strong encryption', () => writeZip([{ ...good, flags: 0x0841 }]), /is not a complete zip archive/],
    [
      'on several disks',
      () => {
        const archive = writeZip([good])
        archive.writeUInt16LE(1, endOf(archive) + 4)
        return archive
      },
      /is not a complete zip archive/,
    ],
  ])('%s', async (_what, archive, message) => {
    const failure = await readZipArchive(archive()).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ScanFailure)
    expect(failure).toMatchObject({ code: 'SOURCE_MALFORMED', message: expect.stringMatching(message) })
  })

  it.each([
    ['before the first entry', { prefix: Buffer.from('#!/bin/sh\n') }, []],
    ['between entries', {}, [{ trailer: Buffer.from('hidden data') }]],
  ])('bytes %s are named', async (_what, spec, [over]) => {
    expect(
      await read(
        [
          { ...good, ...over },
          { name: 'b', content: 'b' },
        ],
        spec,
      ),
    ).toEqual({
      files: { ...goodFiles, b: 'b' },
      skipped: [['(unnamed)', expect.stringMatching(/^the archive contains 1[01] bytes outside its entries$/)]],
    })
  })
})

describe('two archives in one', () => {
  it('are read as Python does, by the last end record, and what belongs to the other is named', async () => {
    const evil = [{ name: 'evil.py', content: 'evil' }]
    const lengthOf = (prefix: Buffer) => writeZip(evil, { prefix }).length - prefix.length
    const first = writeZip([good], { comment: Buffer.alloc(lengthOf(Buffer.alloc(0))) })
    const prefix = first.subarray(0, first.length - lengthOf(Buffer.alloc(0)))
    expect(await read(evil, { prefix })).toEqual({
      files: { 'evil.py': 'evil' },
      skipped: [['(unnamed)', `the archive contains ${prefix.length} bytes outside its entries`]],
    })
  })
})

describe('an archive that is too much', () => {
  const zeros = Buffer.alloc(45 * 2 ** 20)

  it('stops at the first entry over the total, before inflating it', async () => {
    const members = Array.from({ length: 6 }, (_, index): ZipMemberSpec => ({
      name: `zeros-${index}`,
      content: zeros,
      size: zeros.length,
    }))
    await expect(readZipArchive(writeZip(members))).rejects.toMatchObject({
      code: 'SOURCE_TOO_LARGE',
      message: 'The archive unpacks to more than 200 times its size. Assay read none of it.',
    })
  })

  it('is read up to there', async () => {
    const { files, skipped } = await readZipArchive(
      writeZip([good, { name: 'zeros', content: zeros }, { name: 'after', content: 'x' }]),
    )
    expect([...files.keys()]).toEqual(['a/__init__.py'])
    expect(skipped).toEqual([
      { path: 'zeros', reason: 'reading stopped here: the archive unpacks to more than 200 times its size' },
    ])
  })

  it('of 300,000 entries is read up to the limit, without reading the rest of its directory', async () => {
    const archive = writeZip(
      Array.from({ length: 300_000 }, (_, index) => ({ name: `f${index}`, method: 0 })),
      { zip64: true, count: 0xffff },
    )
    const startedAt = performance.now()
    const { files, skipped } = await readZipArchive(archive)
    expect(files.size).toBe(20_000)
    expect(skipped).toEqual([{ path: 'f20000', reason: 'reading stopped here: the archive has more than 20000 files' }])
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  })

  it('stops when no caller waits any more', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'))
    await expect(readZipArchive(writeZip([good]), 'wheel', stopped)).rejects.toThrow('stopped')
  })
})

describe('whatever the bytes', () => {
  it('the result is files, named gaps or a ScanFailure', async () => {
    const archive = writeZip([
      good,
      { name: 'b/c.py', content: 'c'.repeat(300) },
      { name: 'd', content: 'd', method: 0 },
    ])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(archive.length - 1), fc.integer({ min: 0, max: 255 })), {
          minLength: 1,
          maxLength: 6,
        }),
        async (changes) => {
          const broken = Buffer.from(archive)
          for (const [at, byte] of changes) broken[at] = byte
          const result = await readZipArchive(broken).catch((error: unknown) => error)
          if (!(result instanceof ScanFailure))
            expect(result).toMatchObject({ files: expect.any(Map), skipped: expect.any(Array) })
        },
      ),
      { numRuns: 400 },
    )
  })
})
