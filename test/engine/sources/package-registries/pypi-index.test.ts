import { describe, expect, it } from 'vitest'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { createPypiIndex, type ProjectLookup } from '../../../../src/engine/sources/package-registries/pypi-index.ts'
import { parseSimpleHtml } from '../../../../src/engine/sources/package-registries/pypi-simple-html.ts'
import { type PypiStandInOptions, type StandInReleases, startPypiStandIn } from '../../../support/pypi-stand-in.ts'

async function lookUp(
  releases: StandInReleases,
  options: PypiStandInOptions = {},
): Promise<{ readonly lookup: ProjectLookup; readonly url: string }> {
  await using standIn = await startPypiStandIn(releases, options)
  await using network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
  return {
    lookup: await createPypiIndex({ network, index: standIn.url }).project('a', AbortSignal.timeout(10_000)),
    url: standIn.url,
  }
}

const summary = (lookup: ProjectLookup) =>
  lookup.status === 'found'
    ? lookup.project.releases.map(({ version, files }) => [version.text, ...files.map(({ fileName }) => fileName)])
    : lookup

describe.each([false, true])('a project (as a page: %s)', (html) => {
  it('lists its releases, the newest first, and nothing but wheels and source distributions', async () => {
    const { lookup } = await lookUp(
      {
        'a@1.0': { as: ['py3-none-any', 'tar.gz'] },
        'a@1.10': {},
        'a@1.9rc1': {},
        'a@0.1': { index: { filename: 'a-0.1.exe', url: 'https://files.example/a-0.1.exe' } },
      },
      { html },
    )
    expect(summary(lookup)).toEqual([
      ['1.10', 'a-1.10-py3-none-any.whl'],
      ['1.9rc1', 'a-1.9rc1-py3-none-any.whl'],
      ['1.0', 'a-1.0-py3-none-any.whl', 'a-1.0.tar.gz'],
    ])
  })

  it('tells of each file what there is to tell', async () => {
    const { lookup, url } = await lookUp(
      {
        'a@1.0': { requiresPython: '>=3.8,<4', yanked: 'has a "bug" & worse' },
        'a@2.0': { yanked: true, isMetadataInside: true },
      },
      { html },
    )
    const files = lookup.status === 'found' ? lookup.project.releases.flatMap(({ files }) => files) : []
    expect(files).toMatchObject([
      { fileName: 'a-2.0-py3-none-any.whl', yanked: '', requiresPython: undefined, metadata: undefined },
      {
        fileName: 'a-1.0-py3-none-any.whl',
        url: `${url}files/a-1.0-py3-none-any.whl`,
        yanked: 'has a "bug" & worse',
        requiresPython: '>=3.8,<4',
        digest: { algorithm: 'sha256', hex: expect.stringMatching(/^[0-9a-f]{64}$/) },
        metadata: { digest: { algorithm: 'sha256' } },
      },
    ])
    expect(files[1]).toMatchObject(
      html
        ? { size: undefined, uploadedAt: undefined }
        : { size: expect.any(Number), uploadedAt: '2026-01-02T03:04:05.678Z' },
    )
  })
})

describe('a list in JSON', () => {
  it('may say how the project stands', async () => {
    const { lookup } = await lookUp(
      { 'a@1.0': {} },
      { projects: { a: { 'project-status': { status: 'archived', reason: 'done' } } } },
    )
    expect(lookup).toMatchObject({ project: { status: { name: 'archived', reason: 'done' }, tellsAttestations: true } })
  })

  it.each([
    ['1.0', false],
    ['1.2', false],
    ['1.3', true],
    ['1.10', true],
  ])('of version %s tells of attestations: %s', async (apiVersion, tells) => {
    expect((await lookUp({ 'a@1.0': {} }, { apiVersion })).lookup).toMatchObject({
      project: { tellsAttestations: tells },
    })
  })

  it('survives fields of the wrong type', async () => {
    const odd = {
      hashes: 7,
      size: '12',
      'upload-time': 'yesterday',
      yanked: 3,
      'requires-python': ['>=3'],
      'core-metadata': 'yes',
      provenance: {},
    }
    const { lookup } = await lookUp({
      'a@1.0': { index: odd },
      'a@2.0': {
        index: {
          hashes: { md5: 'd41d8cd98f00b204e9800998ecf8427e', sha256: 'short', __proto__: { sha512: 'a'.repeat(128) } },
        },
      },
    })
    expect(lookup.status === 'found' && lookup.project.releases.flatMap(({ files }) => files)).toMatchObject([
      { digest: undefined },
      {
        digest: undefined,
        size: undefined,
        uploadedAt: undefined,
        yanked: undefined,
        requiresPython: undefined,
        metadata: undefined,
        provenance: undefined,
      },
    ])
    const files = [
      null,
      'a',
      [],
      { filename: 'a-1.tar.gz' },
      { filename: 7, url: '' },
      { filename: 'a-1.tar.gz', url: 'http://[' },
    ]
    expect(
      summary((await lookUp({}, { answer: () => JSON.stringify({ meta: { 'api-version': '1.0' }, files }) })).lookup),
    ).toEqual([['1', 'a-1.tar.gz']])
  })

  it.each([
    ['{}'],
    ['[]'],
    ['null'],
    ['{'],
    ['<html>'],
    [''],
    ['{"meta":{"api-version":"2.0"},"files":[]}'],
    ['{"files":[]}'],
    ['{"meta":{"api-version":"1.0"},"files":{}}'],
  ])('that is none is named: %s', async (body) => {
    expect((await lookUp({}, { answer: () => body })).lookup).toEqual({
      status: 'unavailable',
      reason: 'the package index returned an invalid file list for the project a',
    })
  })

  it.each([
    [404, 'not-found'],
    [410, 'not-found'],
    [401, 'forbidden'],
    [403, 'forbidden'],
    [451, 'forbidden'],
    [500, 'unavailable'],
    [204, 'unavailable'],
  ])('answered with %i is %s', async (status, expected) => {
    expect((await lookUp({}, { answer: () => status })).lookup.status).toBe(expected)
  })
})

describe('a list as a page', () => {
  const address = 'https://index.example/simple/a/'
  const files = (page: string) =>
    parseSimpleHtml('a', page, address)?.releases.flatMap(({ files }) =>
      files.map(({ fileName, url, requiresPython }) => ({ fileName, url, requiresPython })),
    )

  it.each<[string, string, object[]]>([
    [
      'has relative addresses',
      '<a href="../../files/a-1.tar.gz#sha256=00">x</a>',
      [{ url: 'https://index.example/files/a-1.tar.gz' }],
    ],
    [
      'has another base',
      '<base href="https://files.example/b/"><a href="a-1.tar.gz">',
      [{ url: 'https://files.example/b/a-1.tar.gz' }],
    ],
    [
      'is written in capitals, over lines, without quotes',
      "<A\n HREF=a-1.tar.gz\n data-requires-python='>=3'>x</A>",
      [{ fileName: 'a-1.tar.gz', requiresPython: '>=3' }],
    ],
    [
      'has attributes twice, of which the first counts',
      '<a href="a-1.tar.gz" href="a-2.tar.gz">',
      [{ fileName: 'a-1.tar.gz' }],
    ],
    [
      'has characters by number',
      '<a href="a-1.tar.gz" data-requires-python="&gt;&#61;3,&#x3c;4 &amp;amp; &unknown; &#99999999; &#x110000;">',
      [{ requiresPython: '>=3,<4 &amp; &unknown; \uFFFD \uFFFD' }],
    ],
    [
      'has signs inside of quotes',
      '<a title="1 > 0 <a href=\'a-9.tar.gz\'>" href="a-1.tar.gz">',
      [{ fileName: 'a-1.tar.gz' }],
    ],
    ['has encoded names and queries', '<a href="a-1%2B1.tar.gz?x=/y">', [{ fileName: 'a-1+1.tar.gz' }]],
    [
      'has comments',
      '<!-- <a href="a-9.tar.gz"> --><a href="a-1.tar.gz"><!-- <a href="a-8.tar.gz">',
      [{ fileName: 'a-1.tar.gz' }],
    ],
    ['has other tags and anchors without address', '<abbr href="a-9.tar.gz"><a name="x"><a>', []],
    [
      'has characters by name',
      '<a href="a-1.tar.gz?x=1&copy=2&amp;y" data-requires-python="&gt;&equals;3&comma;&lt;4">',
      [{ url: 'https://index.example/simple/a/a-1.tar.gz?x=1&copy=2&y', requiresPython: '>=3,<4' }],
    ],
    [
      'has scripts, styles and a title',
      `<title><a href="a-9.tar.gz"></title><script>'<a href="a-8.tar.gz">'</script><a href="a-1.tar.gz">` +
        '<style><a href="a-7.tar.gz"></style >',
      [{ fileName: 'a-1.tar.gz' }],
    ],
    [
      'is broken',
      '</b><!x><?y><a<b href="a-9.tar.gz"><a/href=a-1.tar.gz/><<a href = "a-2.tar.gz"data-yanked></a></a>',
      [{ fileName: 'a-2.tar.gz' }],
    ],
    ['ends in the middle', '<a href="a-1.tar.gz"><a href="a-2.tar.gz', [{ fileName: 'a-1.tar.gz' }]],
  ])('that %s', (_what, page, expected) => {
    expect(files(page)).toMatchObject(expected)
    expect(files(page)).toHaveLength(expected.length)
  })

  it('has what the standards have', () => {
    const page =
      '<!DOCTYPE html><html><head><meta content="1.4" name="pypi:repository-version"></head><body>' +
      `<a href="a-1-py3-none-any.whl#md5=${'1'.repeat(32)}" data-yanked="" data-core-metadata="true" ` +
      'data-provenance="https://index.example/p?a=1&amp;b=2">a</a>' +
      `<a href="a-1.tar.gz#sha256=${'2'.repeat(64)}" data-yanked="broken &quot;x&quot;" ` +
      `data-dist-info-metadata="sha256=${'3'.repeat(64)}">b</a></body></html>`
    expect(parseSimpleHtml('a', page, address)?.releases.flatMap(({ files }) => files)).toMatchObject([
      { fileName: 'a-1-py3-none-any.whl', digest: undefined, yanked: '', metadata: { digest: undefined } },
      {
        fileName: 'a-1.tar.gz',
        digest: { algorithm: 'sha256', hex: '2'.repeat(64) },
        yanked: 'broken "x"',
        metadata: { digest: { algorithm: 'sha256', hex: '3'.repeat(64) } },
      },
    ])
  })

  it('of another version is none', () => {
    expect(
      parseSimpleHtml('a', '<meta name="pypi:repository-version" content="2.0"><a href="a-1.tar.gz">', address),
    ).toBeUndefined()
  })

  it.each([
    '<a href="',
    '<a ',
    '<',
    '<!--',
    '<a x=',
    "<a x='",
    '<a href=a-1.zip>',
    '<a/',
    '&#',
    '<div>',
    '<a><p>',
    '<svg><',
    '<script>',
    '<title>&',
    '<![CDATA[',
    '<a href="&amp',
    '<a href="&aaaaaaaaaaa',
    '</',
    '<!-',
  ])('of 600 KB of %j takes no time', (piece) => {
    const startedAt = performance.now()
    parseSimpleHtml('a', piece.repeat(600_000 / piece.length), address)
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })
})
