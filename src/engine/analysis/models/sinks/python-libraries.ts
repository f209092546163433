import type { SinkEffect, SinkModel } from '../../taint/sinks/sink-model.ts'
import { asks, reads, writes } from '../common-effects.ts'

const opensDatabase = {
  kind: 'path',
  effect: 'opens a database file',
  capability: 'reads-files',
} as const satisfies SinkEffect
const remote = {
  kind: 'command',
  effect: 'runs a command on another machine',
  action: 'run-remotely',
  capability: 'executes-commands',
} as const satisfies SinkEffect
const inContainer = { ...remote, effect: 'runs a command in a container' } as const satisfies SinkEffect
const queries = { kind: 'query', effect: 'runs a database query' } as const satisfies SinkEffect

interface Functions {
  /** The module, or the module and an expression that returns the object with the methods. */
  readonly of: string | readonly [module: string, made: string]
  /** Function names, separated by spaces. */
  readonly names: string
  readonly effect: SinkEffect
  readonly argument?: number
  readonly parameter?: string
  readonly at?: readonly string[]
  readonly when?: SinkModel['when']
  readonly notOf?: RegExp
}

/** Placeholder position of a keyword-only argument. */
const byName = 99

function modelsOf({ of, names, effect, argument = 0, parameter, at, when, notOf }: Functions): SinkModel[] {
  const [module, made] = typeof of === 'string' ? [of, undefined] : of
  return names.split(' ').map((name): SinkModel => {
    const places = (at ?? []).toReversed()
    const text = effect.kind === 'query' ? "'SELECT ' + tainted" : 'tainted'
    const value = places.reduce((inner, key) => (key === '*' ? `[${inner}]` : `{'${key}': ${inner}}`), text)
    const given = argument === byName ? `${parameter}=${value}` : `${"'a', ".repeat(argument)}${value}`
    return {
      callee: made === undefined ? `${module}.${name}` : `${module}.*.${name}`,
      language: 'python',
      argument,
      ...(parameter !== undefined && { name: parameter }),
      ...(at && { at }),
      ...effect,
      ...(when && { when }),
      ...(notOf && { notOf }),
      example: `import ${module}\ndef f(tainted):\n    ${made ?? module}.${name}(${given})`,
    }
  })
}

/** A file argument that may be a path or an open file. */
const file = { effect: reads, when: 'names-file' } as const
const written = { effect: writes, when: 'names-file' } as const

const tables: readonly Functions[] = [
  { of: 'pandas', names: 'ExcelFile HDFStore read_xml read_html read_feather read_fwf read_orc read_stata', ...file },
  { of: 'pandas', names: 'ExcelWriter', ...written },
  { of: 'geopandas', names: 'read_file', parameter: 'filename', ...file },
  {
    of: 'polars',
    names: 'read_csv read_excel read_json read_parquet scan_csv scan_parquet scan_ndjson',
    parameter: 'source',
    ...file,
  },
  { of: 'xlsxwriter', names: 'Workbook', parameter: 'filename', ...written },
  { of: 'xarray', names: 'open_dataset open_mfdataset', ...file },
  { of: 'rasterio', names: 'open', ...file },
  { of: 'scipy.io', names: 'loadmat', parameter: 'file_name', ...file },
  { of: 'nbformat', names: 'read', ...file },
  { of: 'nbformat', names: 'write', argument: 1, ...written },
  { of: 'toml', names: 'load', ...file },
  { of: ['configparser', 'configparser.ConfigParser()'], names: 'read', parameter: 'filenames', effect: reads },
]

const documents: readonly Functions[] = [
  { of: 'pymupdf', names: 'open', ...file },
  { of: ['fitz', 'fitz.open()'], names: 'save ez_save', ...written },
  { of: ['pymupdf', 'pymupdf.open()'], names: 'save ez_save', ...written },
  { of: 'pymupdf4llm', names: 'to_markdown', ...file },
  { of: 'camelot', names: 'read_pdf', parameter: 'filepath', effect: reads },
  { of: 'tabula', names: 'read_pdf', parameter: 'input_path', ...file },
  { of: 'pdf2image', names: 'convert_from_path', parameter: 'pdf_path', effect: reads },
  { of: 'pikepdf', names: 'open', parameter: 'filename_or_stream', ...file },
  { of: ['pikepdf', 'pikepdf.open("a")'], names: 'save', ...written },
  { of: ['pypdf', 'pypdf.PdfWriter()'], names: 'write', parameter: 'stream', ...written },
  { of: ['PyPDF2', 'PyPDF2.PdfWriter()'], names: 'write', parameter: 'stream', ...written },
  { of: 'pdfminer.high_level', names: 'extract_text extract_pages', parameter: 'pdf_file', ...file },
  { of: 'textract', names: 'process', effect: reads },
  { of: 'pypandoc', names: 'convert_file', parameter: 'source_file', effect: reads },
  { of: 'pypandoc', names: 'convert_file convert_text', argument: byName, parameter: 'outputfile', effect: writes },
  { of: 'docx2pdf', names: 'convert', parameter: 'input_path', effect: reads },
  { of: 'reportlab.platypus', names: 'SimpleDocTemplate', parameter: 'filename', ...written },
  { of: 'reportlab.pdfgen.canvas', names: 'Canvas', parameter: 'filename', ...written },
]

const media: readonly Functions[] = [
  { of: 'moviepy', names: 'VideoFileClip AudioFileClip ImageClip', effect: reads },
  { of: 'moviepy.editor', names: 'VideoFileClip AudioFileClip ImageClip', effect: reads },
  {
    of: ['moviepy', 'moviepy.VideoFileClip("a")'],
    names: 'write_videofile write_audiofile write_gif save_frame',
    parameter: 'filename',
    effect: writes,
  },
  { of: ['pydub', 'pydub.AudioSegment'], names: 'from_file from_mp3 from_wav', parameter: 'file', ...file },
  { of: ['pydub', 'pydub.AudioSegment.empty()'], names: 'export', parameter: 'out_f', ...written },
  { of: 'cv2', names: 'VideoCapture', when: 'names-file', effect: { ...reads, effect: 'opens a video' } },
  { of: 'cv2', names: 'VideoWriter', effect: writes },
  { of: 'ffmpeg', names: 'probe input', parameter: 'filename', effect: { ...reads, effect: 'reads a media file' } },
  { of: 'ffmpeg', names: 'probe input', parameter: 'filename', effect: { ...asks, effect: 'fetches a media file' } },
  {
    of: 'ffmpeg',
    names: 'probe',
    parameter: 'filename',
    effect: { kind: 'argument', effect: 'passes an argument to ffprobe', capability: 'executes-commands' },
  },
  { of: 'ffmpeg', names: 'output', argument: 1, parameter: 'filename', ...written },
  { of: 'ffmpeg', names: 'output', argument: 2, ...written },
  { of: ['ffmpeg', 'ffmpeg.input("a")'], names: 'output', parameter: 'filename', ...written },
  { of: 'imageio.v3', names: 'imread', ...file },
  { of: 'imageio.v3', names: 'imwrite', ...written },
  { of: 'skimage.io', names: 'imread', ...file },
  { of: 'skimage.io', names: 'imsave', ...written },
  { of: 'wave', names: 'open', parameter: 'f', ...file },
  { of: 'scipy.io.wavfile', names: 'read', parameter: 'filename', ...file },
  { of: 'scipy.io.wavfile', names: 'write', parameter: 'filename', ...written },
  { of: ['gtts', 'gtts.gTTS("a")'], names: 'save', parameter: 'savefile', effect: writes },
  { of: ['edge_tts', 'edge_tts.Communicate("a")'], names: 'save', parameter: 'audio_fname', effect: writes },
  { of: ['qrcode', 'qrcode.make("a")'], names: 'save', ...written },
]

const archives: readonly Functions[] = [
  { of: 'gzip', names: 'open GzipFile', parameter: 'filename', ...file },
  { of: 'bz2', names: 'open BZ2File', parameter: 'filename', ...file },
  { of: 'lzma', names: 'open LZMAFile', parameter: 'filename', ...file },
  { of: 'py7zr', names: 'SevenZipFile', parameter: 'file', ...file },
  { of: 'rarfile', names: 'RarFile', parameter: 'file', ...file },
  { of: 'patoolib', names: 'extract_archive', effect: reads },
  { of: ['zipfile', 'zipfile.ZipFile("a")'], names: 'extract', argument: 1, parameter: 'path', effect: writes },
  { of: ['zipfile', 'zipfile.ZipFile("a")'], names: 'write', parameter: 'filename', effect: reads },
  { of: ['tarfile', 'tarfile.open("a")'], names: 'extract', argument: 1, parameter: 'path', effect: writes },
  { of: ['tarfile', 'tarfile.open("a")'], names: 'add', parameter: 'name', effect: reads },
  { of: 'shutil', names: 'make_archive', parameter: 'base_name', effect: writes },
  { of: 'shutil', names: 'make_archive', argument: 2, parameter: 'root_dir', effect: reads },
]

const system: readonly Functions[] = [
  { of: 'io', names: 'FileIO', parameter: 'file', ...file },
  { of: 'fsspec', names: 'open', parameter: 'urlpath', effect: { ...reads, effect: 'opens a file' } },
  { of: 'linecache', names: 'getline getlines', parameter: 'filename', effect: reads },
  { of: 'fileinput', names: 'input', parameter: 'files', effect: reads },
  { of: 'os', names: 'utime mkfifo', effect: writes },
  { of: 'send2trash', names: 'send2trash', effect: { ...writes, effect: 'deletes a file or folder' } },
  { of: 'dotenv', names: 'set_key unset_key', effect: writes },
  { of: 'logging', names: 'FileHandler', parameter: 'filename', effect: writes },
  { of: 'aiofiles.os', names: 'rename replace', effect: writes },
  { of: 'papermill', names: 'execute_notebook', effect: reads },
  { of: 'importlib.util', names: 'spec_from_file_location', argument: 1, parameter: 'location', effect: reads },
  { of: 'sqlite3', names: 'connect', parameter: 'database', effect: opensDatabase, when: 'names-file' },
  { of: 'aiosqlite', names: 'connect', parameter: 'database', effect: opensDatabase, when: 'names-file' },
  { of: 'duckdb', names: 'connect', parameter: 'database', effect: opensDatabase },
]

/** `config.get('port', 22)` on an SSH configuration does not transfer files. */
const settingsOfSsh = /SSHConfig|lookup\(\)|\.options?(?:\.|$)/

const machines: readonly Functions[] = [
  { of: ['paramiko', 'paramiko.RSAKey'], names: 'from_private_key_file', parameter: 'filename', effect: reads },
  { of: ['paramiko', 'paramiko.SSHClient()'], names: 'load_host_keys', parameter: 'filename', effect: reads },
  { of: 'asyncssh', names: 'read_private_key read_public_key', parameter: 'filename', effect: reads },
  ...[
    ['paramiko', 'paramiko.SSHClient().open_sftp()'] as const,
    ['asyncssh', 'asyncssh.connect("a").start_sftp_client()'] as const,
  ].flatMap((of): Functions[] => [
    { of, names: 'get', argument: 1, parameter: 'localpath', effect: writes, notOf: settingsOfSsh },
    { of, names: 'put', parameter: 'localpath', effect: { ...reads, effect: 'sends a file' } },
  ]),
  { of: ['boto3', 'boto3.client("s3")'], names: 'download_file', argument: 2, parameter: 'Filename', effect: writes },
  {
    of: ['boto3', 'boto3.client("s3")'],
    names: 'upload_file',
    parameter: 'Filename',
    effect: { ...reads, effect: 'sends a file' },
  },
  {
    of: ['boto3', 'boto3.client("ssm")'],
    names: 'send_command',
    argument: byName,
    parameter: 'Parameters',
    at: ['commands', '*'],
    effect: remote,
  },
  ...[
    ['start_query_execution', 'QueryString'],
    ['execute_statement', 'Sql'],
    ['execute_statement', 'sql'],
    ['execute_statement', 'Statement'],
  ].map(([names = '', parameter = '']): Functions => ({
    of: ['boto3', 'boto3.client("athena")'],
    names,
    argument: byName,
    parameter,
    effect: queries,
  })),
  { of: ['arango', 'arango.ArangoClient().db("a").aql'], names: 'execute', parameter: 'query', effect: queries },
  { of: ['clickhouse_driver', 'clickhouse_driver.Client("a")'], names: 'execute', parameter: 'query', effect: queries },
  { of: ['SPARQLWrapper', 'SPARQLWrapper.SPARQLWrapper("a")'], names: 'setQuery', parameter: 'query', effect: queries },
  { of: ['docker', 'docker.from_env().api'], names: 'exec_create', argument: 1, parameter: 'cmd', effect: inContainer },
  { of: ['aiodocker', 'aiodocker.Docker().containers'], names: 'exec', parameter: 'command', effect: inContainer },
  { of: 'kubernetes.stream', names: 'stream', argument: byName, parameter: 'command', effect: inContainer },
  {
    of: ['libtmux', 'libtmux.Server()'],
    names: 'send_keys',
    parameter: 'cmd',
    effect: { kind: 'command', effect: 'types a command into a terminal', capability: 'executes-commands' },
  },
  { of: ['winrm', 'winrm.Session("a")'], names: 'run_cmd run_ps', effect: remote },
  { of: 'delegator', names: 'run chain', effect: { ...remote, effect: 'runs a shell command' } },
  {
    of: ['jupyter_client', 'jupyter_client.KernelManager().client()'],
    names: 'execute execute_interactive',
    parameter: 'code',
    effect: { kind: 'code', effect: 'runs code in a kernel' },
  },
  { of: 'ctypes', names: 'CDLL', effect: { kind: 'code', effect: 'loads a native library', action: 'load-module' } },
]

const pages: readonly Functions[] = [
  ...['screenshot', 'pdf'].map((names): Functions => ({
    of: ['playwright', 'playwright.sync_api.Page()'],
    names,
    argument: byName,
    parameter: 'path',
    effect: writes,
  })),
  { of: ['cloudscraper', 'cloudscraper.create_scraper()'], names: 'get post', parameter: 'url', effect: asks },
  { of: 'zeep', names: 'Client', parameter: 'wsdl', effect: asks },
  { of: 'pandas', names: 'read_html read_xml', effect: asks, when: 'names-file' },
  { of: ['crawl4ai', 'crawl4ai.AsyncWebCrawler()'], names: 'arun', parameter: 'url', effect: asks },
  { of: ['scrapling', 'scrapling.Fetcher'], names: 'get fetch async_fetch', parameter: 'url', effect: asks },
]

/** Python packages for tables, documents, media, archives, system access, remote machines, and pages. */
export const pythonLibrarySinks: readonly SinkModel[] = [
  ...tables,
  ...documents,
  ...media,
  ...archives,
  ...system,
  ...machines,
  ...pages,
].flatMap(modelsOf)
