import type { SinkEffect, SinkModel } from '../../taint/sinks/sink-model.ts'
import { asks, connects, reads, sends, visits, writes } from '../common-effects.ts'

const launches = { kind: 'process', effect: 'starts a browser from this path' } as const satisfies SinkEffect
const options = { kind: 'argument', effect: 'passes an option to the browser' } as const satisfies SinkEffect
const evaluates = { kind: 'code', effect: 'runs code' } as const satisfies SinkEffect
const loads = { kind: 'code', effect: 'loads and runs a module', action: 'load-module' } as const satisfies SinkEffect
const runs = { kind: 'query', effect: 'runs a database query' } as const satisfies SinkEffect

/** A package call: `callee`, the effect, the argument position, the call with `tainted` in it, and more fields. */
type Row = readonly [
  callee: string,
  effect: SinkEffect,
  argument: number,
  call: string,
  rest?: Pick<SinkModel, 'at' | 'when'>,
]

/** Package calls through a namespace import `m`. */
const wholeOf = (specifier: string, ...rows: readonly Row[]): SinkModel[] =>
  rows.map(([callee, effect, argument, call, rest = {}]) => ({
    language: 'javascript',
    callee,
    argument,
    ...effect,
    ...rest,
    example: `import * as m from '${specifier}'; export const f = (tainted) => ${call}`,
  }))

/** Package calls through the default import `M`. */
const defaultOf = (specifier: string, ...rows: readonly Row[]): SinkModel[] =>
  wholeOf(specifier, ...rows).map((model) => ({
    ...model,
    example: model.example.replace('* as m', 'M').replaceAll(/\bm\b(?=[.(])/g, 'M'),
  }))

/** Browser launch options: its executable, its arguments, and its profile folder. */
const launched = (callee: string, call: string, argument = 0): Row[] => [
  [callee, launches, argument, call.replace('%', '{ executablePath: tainted }'), { at: ['executablePath'] }],
  [callee, options, argument, call.replace('%', '{ args: [tainted] }'), { at: ['args', '*'] }],
]

/** SFTP and FTP clients. The local path is the sink, not the remote one. */
const transfers: readonly SinkModel[] = [
  ...(['fastGet', 'fastPut'] as const).map((method): SinkModel => ({
    language: 'javascript',
    method,
    argument: method === 'fastGet' ? 1 : 0,
    ...(method === 'fastGet' ? writes : sends),
    example:
      'export const f = (sftp, tainted) => ' +
      (method === 'fastGet' ? "sftp.fastGet('/a', tainted, () => {})" : "sftp.fastPut(tainted, '/a', () => {})"),
  })),
  ...defaultOf(
    'ssh2-sftp-client',
    ['ssh2-sftp-client.*.fastGet', writes, 1, "new m().fastGet('/a', tainted)"],
    ['ssh2-sftp-client.*.fastPut', sends, 0, "new m().fastPut(tainted, '/a')"],
    ['ssh2-sftp-client.*.get', writes, 1, "new m().get('/a', tainted)", { when: 'names-file' }],
    ['ssh2-sftp-client.*.put', sends, 0, "new m().put(tainted, '/a')", { when: 'names-file' }],
    ['ssh2-sftp-client.*.downloadDir', writes, 1, "new m().downloadDir('/a', tainted)"],
    ['ssh2-sftp-client.*.uploadDir', sends, 0, "new m().uploadDir(tainted, '/a')"],
  ),
  ...wholeOf(
    'node-ssh',
    ['node-ssh.*.getFile', writes, 0, "new m.NodeSSH().getFile(tainted, '/a')"],
    ['node-ssh.*.putFile', sends, 0, "new m.NodeSSH().putFile(tainted, '/a')"],
    ['node-ssh.*.getDirectory', writes, 0, "new m.NodeSSH().getDirectory(tainted, '/a')"],
    ['node-ssh.*.putDirectory', sends, 0, "new m.NodeSSH().putDirectory(tainted, '/a')"],
  ),
  ...wholeOf(
    'basic-ftp',
    ['basic-ftp.*.downloadTo', writes, 0, "new m.Client().downloadTo(tainted, '/a')", { when: 'names-file' }],
    ['basic-ftp.*.uploadFrom', sends, 0, "new m.Client().uploadFrom(tainted, '/a')", { when: 'names-file' }],
    ['basic-ftp.*.downloadToDir', writes, 0, 'new m.Client().downloadToDir(tainted)'],
    ['basic-ftp.*.uploadFromDir', sends, 0, 'new m.Client().uploadFromDir(tainted)'],
  ),
  ...wholeOf('nodemailer', [
    'nodemailer.*.sendMail',
    sends,
    0,
    'm.createTransport({}).sendMail({ attachments: [{ path: tainted }] })',
    { at: ['attachments', '*', 'path'] },
  ]),
]

/** Browsers: the launch options, and the endpoint to connect to. */
const browsers: readonly SinkModel[] = [
  ...defaultOf(
    'puppeteer',
    ...launched('puppeteer.launch', 'm.launch(%)'),
    ['puppeteer.launch', writes, 0, 'm.launch({ userDataDir: tainted })', { at: ['userDataDir'] }],
    ['puppeteer.connect', connects, 0, 'm.connect({ browserWSEndpoint: tainted })', { at: ['browserWSEndpoint'] }],
    ['puppeteer.connect', connects, 0, 'm.connect({ browserURL: tainted })', { at: ['browserURL'] }],
  ),
  ...['chromium', 'firefox', 'webkit'].flatMap((name) =>
    wholeOf(
      'playwright',
      ...launched(`playwright.${name}.launch`, `m.${name}.launch(%)`),
      ...launched(`playwright.${name}.launchPersistentContext`, `m.${name}.launchPersistentContext('/srv/p', %)`, 1),
      [`playwright.${name}.launchPersistentContext`, writes, 0, `m.${name}.launchPersistentContext(tainted)`],
      [`playwright.${name}.connect`, connects, 0, `m.${name}.connect(tainted)`, { when: 'no-object' }],
      [`playwright.${name}.connectOverCDP`, connects, 0, `m.${name}.connectOverCDP(tainted)`, { when: 'no-object' }],
    ),
  ),
  ...wholeOf('selenium-webdriver', [
    'selenium-webdriver.*.get',
    visits,
    0,
    "new m.Builder().forBrowser('chrome').build().get(tainted)",
  ]),
  ...wholeOf('webdriverio', ['webdriverio.*.url', visits, 0, 'm.remote({}).url(tainted)']),
]

/** Documents, images, and archives. */
const documents: readonly SinkModel[] = [
  ...['convertToHtml', 'convertToMarkdown', 'extractRawText'].flatMap((name) =>
    wholeOf('mammoth', [`mammoth.${name}`, reads, 0, `m.${name}({ path: tainted })`, { at: ['path'] }]),
  ),
  ...defaultOf(
    'fluent-ffmpeg',
    ['fluent-ffmpeg', reads, 0, 'm(tainted)', { when: 'names-file' }],
    ['fluent-ffmpeg.*.input', reads, 0, 'm().input(tainted)', { when: 'names-file' }],
    ['fluent-ffmpeg.ffprobe', reads, 0, 'm.ffprobe(tainted, () => {})', { when: 'names-file' }],
    ['fluent-ffmpeg.*.save', writes, 0, "m('a.mp4').save(tainted)"],
    ['fluent-ffmpeg.*.output', writes, 0, "m('a.mp4').output(tainted)", { when: 'names-file' }],
  ),
  ...wholeOf('image-size/fromFile', [
    'image-size/fromFile.imageSizeFromFile',
    reads,
    0,
    'm.imageSizeFromFile(tainted)',
  ]),
  ...defaultOf('image-size', ['image-size', reads, 0, 'm(tainted)', { when: 'names-file' }]),
  ...wholeOf('canvas', ['canvas.loadImage', reads, 0, 'm.loadImage(tainted)', { when: 'names-file' }]),
  ...wholeOf('pdf2pic', ['pdf2pic.fromPath', reads, 0, 'm.fromPath(tainted, {})']),
  ...wholeOf(
    'tar-fs',
    ['tar-fs.extract', writes, 0, 'm.extract(tainted)'],
    ['tar-fs.pack', reads, 0, 'm.pack(tainted)'],
  ),
  ...wholeOf('unzipper', ['unzipper.Extract', writes, 0, 'm.Extract({ path: tainted })', { at: ['path'] }]),
  ...defaultOf(
    'adm-zip',
    ['new adm-zip', reads, 0, 'new m(tainted)', { when: 'names-file' }],
    ['adm-zip.*.writeZip', writes, 0, 'new m().writeZip(tainted)'],
    ['adm-zip.*.extractEntryTo', writes, 1, "new m('a.zip').extractEntryTo('x', tainted)"],
    ['adm-zip.*.addLocalFile', reads, 0, 'new m().addLocalFile(tainted)'],
    ['adm-zip.*.addLocalFolder', reads, 0, 'new m().addLocalFolder(tainted)'],
  ),
  ...['readFile', 'readFileSync'].flatMap((name) =>
    wholeOf('jsonfile', [`jsonfile.${name}`, reads, 0, `m.${name}(tainted)`]),
  ),
  ...['writeFile', 'writeFileSync'].flatMap((name) =>
    wholeOf('jsonfile', [`jsonfile.${name}`, writes, 0, `m.${name}(tainted, {})`]),
  ),
  ...wholeOf('chokidar', ['chokidar.watch', { ...reads, effect: 'watches files' }, 0, 'm.watch(tainted)']),
  ...wholeOf('globby', ['globby.globby', reads, 1, "m.globby('**', { cwd: tainted })", { at: ['cwd'] }]),
  ...defaultOf('recursive-readdir', ['recursive-readdir', reads, 0, 'm(tainted)']),
]

/** HTTP clients and connections. */
const connections: readonly SinkModel[] = [
  ...wholeOf('link-preview-js', ['link-preview-js.getLinkPreview', asks, 0, 'm.getLinkPreview(tainted)']),
  ...defaultOf('open-graph-scraper', ['open-graph-scraper', asks, 0, 'm({ url: tainted })', { at: ['url'] }]),
  ...wholeOf('@extractus/article-extractor', ['@extractus/article-extractor.extract', asks, 0, 'm.extract(tainted)']),
  ...defaultOf('youtube-dl-exec', ['youtube-dl-exec', asks, 0, 'm(tainted, {})']),
  ...defaultOf('mqtt', ['mqtt.connect', connects, 0, 'm.connect(tainted)', { when: 'no-object' }]),
  ...wholeOf('imapflow', ['new imapflow.ImapFlow', connects, 0, 'new m.ImapFlow({ host: tainted })', { at: ['host'] }]),
  ...wholeOf('nodemailer', [
    'nodemailer.createTransport',
    connects,
    0,
    'm.createTransport({ host: tainted })',
    { at: ['host'] },
  ]),
  ...wholeOf(
    'isomorphic-git',
    ['isomorphic-git.clone', asks, 0, "m.clone({ dir: '/srv/a', url: tainted })", { at: ['url'] }],
    ['isomorphic-git.clone', writes, 0, "m.clone({ dir: tainted, url: 'https://git.example/a' })", { at: ['dir'] }],
  ),
]

/** Expression languages and database statements. */
const evaluators: readonly SinkModel[] = [
  ...wholeOf('jiti', ['jiti.createJiti().import', loads, 0, "m.createJiti('/srv/').import(tainted)"]),
  ...wholeOf('jsonpath-plus', [
    'jsonpath-plus.JSONPath',
    evaluates,
    0,
    'm.JSONPath({ path: tainted, json: {} })',
    { at: ['path'] },
  ]),
  ...['exec', 'run', 'prepare'].flatMap((name) =>
    defaultOf('sql.js', [
      `sql.js.*.${name}`,
      runs,
      0,
      `m().then((SQL) => new SQL.Database().${name}(\`SELECT \${tainted}\`))`,
      { when: 'statement' },
    ]),
  ),
]

/** Package calls for specific tasks, such as starting a browser or copying a file from another machine. */
export const packageSinks: readonly SinkModel[] = [
  ...transfers,
  ...browsers,
  ...documents,
  ...connections,
  ...evaluators,
]
