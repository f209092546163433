import type { SinkEffect, SinkModel } from '../sink-model.ts'

const reads = { kind: 'path', effect: 'reads the file or folder that it names', capability: 'reads-files' } as const satisfies SinkEffect
const writes = { kind: 'path', effect: 'writes the file or folder that it names', capability: 'writes-files' } as const satisfies SinkEffect
const removes = { kind: 'path', effect: 'removes the file or folder that it names', capability: 'destructive' } as const satisfies SinkEffect
const sends = { kind: 'path', effect: 'sends the file that it names', capability: 'reads-files' } as const satisfies SinkEffect

/** Functions of a module that take a path as the argument of that number. */
const functionsOf = (module: string, names: string, argument: number, effect: SinkEffect, rest = ''): SinkModel[] =>
  names.split(' ').map((name) => ({ callee: `${module}.${name}`, argument, ...effect, example: `import * as m from '${module}'; export const f = (tainted) => m.${name}(${"'a', ".repeat(argument)}\`/srv/\${tainted}\`${rest})` }))

const pythonFunctionsOf = (module: string, names: string, argument: number, effect: SinkEffect, when?: SinkModel['when']): SinkModel[] =>
  names.split(' ').map((name) => ({ callee: `${module}.${name}`, language: 'python', argument, ...effect, ...(when && { when }), example: `import ${module}\ndef f(tainted):\n    ${module}.${name}(${'"a", '.repeat(argument)}tainted)` }))

const pathMethods = (names: string, effect: SinkEffect): SinkModel[] =>
  names.split(' ').map((name) => ({ callee: `pathlib.*.${name}`, language: 'python', argument: 'receiver', ...effect, example: `from pathlib import Path\ndef f(tainted):\n    Path(tainted).${name}()` }))

/** Methods that paths alone have, and those that others have too, of what is called a path. */
const namedPathMethods = (names: string, effect: SinkEffect, receiver?: RegExp): SinkModel[] =>
  names.split(' ').map((method) => ({ method, language: 'python', argument: 'receiver', ...effect, ...(receiver && { receiver }), example: `def f(tainted):\n    file_path = tainted\n    g(file_path)\ndef g(file_path):\n    file_path.${method}()` }))

/** What names a file. */
export const pathSinks: readonly SinkModel[] = [
  ...functionsOf('fs', 'readFile readFileSync createReadStream readdir readdirSync opendir opendirSync openAsBlob readJson readJSON readJsonSync readJSONSync', 0, reads),
  ...functionsOf('fs', 'open openSync', 0, { ...reads, effect: 'opens the file that it names' }),
  ...functionsOf('fs', 'writeFile writeFileSync appendFile appendFileSync createWriteStream mkdir mkdirSync truncate truncateSync chmod chmodSync chown utimes outputFile outputFileSync outputJson outputJSON outputJsonSync writeJson writeJSON writeJsonSync writeJSONSync ensureFile ensureFileSync ensureDir ensureDirSync mkdirp mkdirs mkdtemp mkdtempSync', 0, writes),
  ...functionsOf('fs', 'unlink unlinkSync rm rmSync rmdir rmdirSync remove removeSync emptyDir emptyDirSync', 0, removes),
  ...functionsOf('fs', 'rename renameSync move moveSync', 0, removes),
  ...functionsOf('fs', 'copyFile copyFileSync cp cpSync copy copySync link linkSync', 0, reads),
  ...functionsOf('fs', 'rename renameSync move moveSync copyFile copyFileSync cp cpSync copy copySync link linkSync symlink symlinkSync', 1, writes),
  { callee: 'rimraf', argument: 0, ...removes, example: "import rimraf from 'rimraf'; export const f = (tainted) => rimraf(tainted)" },
  { callee: 'rimraf.rimraf', argument: 0, ...removes, example: "import { rimraf } from 'rimraf'; export const f = (tainted) => rimraf(tainted)" },
  { callee: 'rimraf.sync', argument: 0, ...removes, example: "import rimraf from 'rimraf'; export const f = (tainted) => rimraf.sync(tainted)" },
  { callee: 'del', argument: 0, ...removes, example: "import del from 'del'; export const f = (tainted) => del(tainted)" },
  { callee: 'del.deleteAsync', argument: 0, ...removes, example: "import { deleteAsync } from 'del'; export const f = (tainted) => deleteAsync(tainted)" },
  { callee: 'trash', argument: 0, ...removes, example: "import trash from 'trash'; export const f = (tainted) => trash(tainted)" },
  { callee: 'mkdirp', argument: 0, ...writes, example: "import mkdirp from 'mkdirp'; export const f = (tainted) => mkdirp(tainted)" },
  { callee: 'mkdirp.mkdirp', argument: 0, ...writes, example: "import { mkdirp } from 'mkdirp'; export const f = (tainted) => mkdirp(tainted)" },
  { callee: 'write-file-atomic', argument: 0, ...writes, example: "import write from 'write-file-atomic'; export const f = (tainted) => write(tainted, '')" },
  { callee: 'load-json-file.loadJsonFile', argument: 0, ...reads, example: "import { loadJsonFile } from 'load-json-file'; export const f = (tainted) => loadJsonFile(tainted)" },
  { callee: 'sharp', when: 'names-file', argument: 0, ...reads, example: "import sharp from 'sharp'; export const f = (tainted) => sharp(tainted).metadata()" },
  { callee: 'sharp.*.toFile', argument: 0, ...writes, example: "import sharp from 'sharp'; export const f = (image, tainted) => sharp(image).toFile(tainted)" },
  { callee: 'jimp.read', when: 'names-file', argument: 0, ...reads, example: "import Jimp from 'jimp'; export const f = (tainted) => Jimp.read(tainted)" },
  { callee: 'archiver().directory', argument: 0, ...reads, example: "import archiver from 'archiver'; export const f = (tainted) => archiver('zip').directory(tainted, false)" },
  { callee: 'archiver().file', argument: 0, ...reads, example: "import archiver from 'archiver'; export const f = (tainted) => archiver('zip').file(tainted)" },
  { callee: 'tar.x', argument: 0, at: ['cwd'], ...writes, example: "import * as tar from 'tar'; export const f = (tainted) => tar.x({ file: 'a.tgz', cwd: tainted })" },
  { callee: 'tar.extract', argument: 0, at: ['cwd'], ...writes, example: "import * as tar from 'tar'; export const f = (tainted) => tar.extract({ cwd: tainted })" },
  { callee: 'adm-zip.*.extractAllTo', argument: 0, ...writes, example: "import AdmZip from 'adm-zip'; export const f = (tainted) => new AdmZip('a.zip').extractAllTo(tainted)" },
  { callee: 'extract-zip', argument: 0, ...reads, example: "import extract from 'extract-zip'; export const f = (tainted) => extract(tainted, { dir: '/srv' })" },
  { callee: 'xlsx.readFile', argument: 0, ...reads, example: "import XLSX from 'xlsx'; export const f = (tainted) => XLSX.readFile(tainted)" },
  { callee: 'xlsx.writeFile', argument: 1, ...writes, example: "import XLSX from 'xlsx'; export const f = (book, tainted) => XLSX.writeFile(book, tainted)" },
  { callee: 'exceljs.*.readFile', argument: 0, ...reads, example: "import ExcelJS from 'exceljs'; export const f = (tainted) => new ExcelJS.Workbook().xlsx.readFile(tainted)" },
  { callee: 'exceljs.*.writeFile', argument: 0, ...writes, example: "import ExcelJS from 'exceljs'; export const f = (tainted) => new ExcelJS.Workbook().xlsx.writeFile(tainted)" },
  { callee: 'Bun.file', argument: 0, ...reads, example: 'export const f = (tainted) => Bun.file(tainted)' },
  { callee: 'Bun.write', argument: 0, ...writes, example: "export const f = (tainted) => Bun.write(tainted, '')" },
  { callee: 'Deno.readTextFile', argument: 0, ...reads, example: 'export const f = (tainted) => Deno.readTextFile(tainted)' },
  { callee: 'Deno.readFile', argument: 0, ...reads, example: 'export const f = (tainted) => Deno.readFile(tainted)' },
  { callee: 'Deno.writeTextFile', argument: 0, ...writes, example: "export const f = (tainted) => Deno.writeTextFile(tainted, '')" },
  { callee: 'Deno.writeFile', argument: 0, ...writes, example: "export const f = (tainted) => Deno.writeFile(tainted, '')" },
  { callee: 'Deno.remove', argument: 0, ...removes, example: 'export const f = (tainted) => Deno.remove(tainted)' },
  { callee: 'glob', argument: 1, at: ['cwd'], ...reads, example: "import glob from 'glob'; export const f = (tainted) => glob('*', { cwd: tainted })" },
  { callee: 'glob.glob', argument: 1, at: ['cwd'], ...reads, example: "import { glob } from 'glob'; export const f = (tainted) => glob('*', { cwd: tainted })" },
  { callee: 'fast-glob', argument: 1, at: ['cwd'], ...reads, example: "import fg from 'fast-glob'; export const f = (tainted) => fg('*', { cwd: tainted })" },
  { method: 'sendFile', argument: 0, ...sends, when: 'no-root-option', example: 'export const f = (res, tainted) => res.sendFile(tainted)' },
  { method: 'download', receiver: /\bres(?:ponse)?\b|\breply\b/, argument: 0, ...sends, example: 'export const f = (res, tainted) => res.download(tainted)' },
  { method: 'screenshot', argument: 0, at: ['path'], ...writes, example: 'export const f = (page, tainted) => page.screenshot({ path: tainted })' },
  { method: 'pdf', receiver: /\bpage\b/, argument: 0, at: ['path'], ...writes, example: 'export const f = (page, tainted) => page.pdf({ path: tainted })' },
  { method: 'saveAs', receiver: /\bdownload\b/, argument: 0, ...writes, example: 'export const f = (download, tainted) => download.saveAs(tainted)' },
  { method: 'setInputFiles', argument: 1, ...reads, example: "export const f = (page, tainted) => page.setInputFiles('input', tainted)" },
  { method: 'uploadFile', receiver: /\bhandle\b|\belement\b|\binput\b/, argument: 0, ...reads, example: 'export const f = (handle, tainted) => handle.uploadFile(tainted)' },
  { callee: 'open', language: 'python', argument: 0, name: 'file', ...reads, effect: 'opens the file that it names', example: 'def f(tainted):\n    with open(tainted) as file:\n        return file.read()' },
  { callee: 'aiofiles.open', language: 'python', argument: 0, name: 'file', ...reads, effect: 'opens the file that it names', example: 'import aiofiles\nasync def f(tainted):\n    async with aiofiles.open(tainted) as file:\n        return await file.read()' },
  { callee: 'anyio.open_file', language: 'python', argument: 0, name: 'file', ...reads, effect: 'opens the file that it names', example: 'import anyio\nasync def f(tainted):\n    return await anyio.open_file(tainted)' },
  ...pythonFunctionsOf('os', 'listdir scandir walk', 0, reads),
  ...pythonFunctionsOf('os', 'mkdir makedirs chmod chown truncate open', 0, writes),
  ...pythonFunctionsOf('os', 'remove unlink rmdir removedirs rename replace renames', 0, removes),
  ...pythonFunctionsOf('os', 'rename replace renames link symlink', 1, writes),
  ...pythonFunctionsOf('shutil', 'copy copy2 copyfile copytree', 0, reads),
  ...pythonFunctionsOf('shutil', 'copy copy2 copyfile copytree move', 1, writes),
  ...pythonFunctionsOf('shutil', 'rmtree move', 0, removes),
  ...pythonFunctionsOf('shutil', 'unpack_archive', 1, writes),
  ...pythonFunctionsOf('aiofiles.os', 'remove unlink rmdir', 0, removes),
  ...pythonFunctionsOf('aiofiles.os', 'mkdir makedirs', 0, writes),
  ...pythonFunctionsOf('aiofiles.os', 'listdir scandir', 0, reads),
  ...pythonFunctionsOf('glob', 'glob iglob', 0, reads),
  ...pythonFunctionsOf('pandas', 'read_csv read_excel read_json read_parquet read_table read_hdf', 0, reads, 'names-file'),
  ...pythonFunctionsOf('numpy', 'load loadtxt genfromtxt', 0, reads, 'names-file'),
  ...pythonFunctionsOf('openpyxl', 'load_workbook', 0, reads, 'names-file'),
  ...pythonFunctionsOf('docx', 'Document', 0, reads, 'names-file'),
  ...pythonFunctionsOf('pptx', 'Presentation', 0, reads, 'names-file'),
  ...pythonFunctionsOf('fitz', 'open', 0, reads, 'names-file'),
  ...pythonFunctionsOf('pdfplumber', 'open', 0, reads, 'names-file'),
  { callee: 'PIL.Image.open', when: 'names-file', language: 'python', argument: 0, name: 'fp', ...reads, example: 'from PIL import Image\ndef f(tainted):\n    return Image.open(tainted)' },
  { callee: 'cv2.imread', language: 'python', argument: 0, ...reads, example: 'import cv2\ndef f(tainted):\n    return cv2.imread(tainted)' },
  { callee: 'cv2.imwrite', language: 'python', argument: 0, ...writes, example: 'import cv2\ndef f(tainted, image):\n    cv2.imwrite(tainted, image)' },
  { callee: 'zipfile.ZipFile', when: 'names-file', language: 'python', argument: 0, name: 'file', ...reads, example: 'import zipfile\ndef f(tainted):\n    return zipfile.ZipFile(tainted)' },
  { callee: 'zipfile.*.extractall', language: 'python', argument: 0, name: 'path', ...writes, example: 'import zipfile\ndef f(tainted):\n    zipfile.ZipFile("a.zip").extractall(tainted)' },
  { callee: 'tarfile.open', language: 'python', argument: 0, name: 'name', ...reads, example: 'import tarfile\ndef f(tainted):\n    return tarfile.open(tainted)' },
  { callee: 'tarfile.*.extractall', language: 'python', argument: 0, name: 'path', ...writes, example: 'import tarfile\ndef f(tainted):\n    tarfile.open("a.tar").extractall(tainted)' },
  { callee: 'tarfile.*.extractall', language: 'python', argument: 'made of', name: 'fileobj', when: 'unfiltered', kind: 'path', effect: 'writes wherever the entries of the archive say', capability: 'writes-files', example: 'import io\nimport tarfile\ndef f(tainted):\n    with tarfile.open(fileobj=io.BytesIO(tainted)) as archive:\n        archive.extractall("x")' },
  { callee: 'openpyxl.*.save', when: 'names-file', language: 'python', argument: 0, name: 'filename', ...writes, example: 'import openpyxl\ndef f(tainted):\n    openpyxl.Workbook().save(tainted)' },
  { callee: 'docx.*.save', when: 'names-file', language: 'python', argument: 0, ...writes, example: 'import docx\ndef f(tainted):\n    docx.Document().save(tainted)' },
  { callee: 'pptx.*.save', when: 'names-file', language: 'python', argument: 0, ...writes, example: 'import pptx\ndef f(tainted):\n    pptx.Presentation().save(tainted)' },
  { callee: 'PIL.*.save', when: 'names-file', language: 'python', argument: 0, name: 'fp', ...writes, example: 'from PIL import Image\ndef f(tainted):\n    Image.new("RGB", (1, 1)).save(tainted)' },
  { callee: 'matplotlib.*.savefig', when: 'names-file', language: 'python', argument: 0, ...writes, example: 'import matplotlib.pyplot as plt\ndef f(tainted):\n    plt.savefig(tainted)' },
  ...pathMethods('read_text read_bytes iterdir glob rglob', reads),
  ...pathMethods('open', { ...reads, effect: 'opens the file that it is called on' }),
  ...pathMethods('write_text write_bytes mkdir touch symlink_to chmod', writes),
  ...pathMethods('unlink rmdir rename replace', removes),
  ...namedPathMethods('read_text read_bytes iterdir rglob', reads),
  ...namedPathMethods('write_text write_bytes', writes),
  ...namedPathMethods('open', { ...reads, effect: 'opens the file that it is called on' }, /\b(?:path|file|dir|folder|directory|target)\b/),
  ...namedPathMethods('mkdir touch', writes, /\b(?:path|file|dir|folder|directory|target|parent)\b/),
  ...namedPathMethods('unlink rmdir', removes, /\b(?:path|file|dir|folder|directory|target)\b/),
  { method: 'savefig', when: 'names-file', language: 'python', argument: 0, ...writes, example: 'def f(figure, tainted):\n    figure.savefig(tainted)' },
  { callee: 'starlette.responses.FileResponse', language: 'python', argument: 0, name: 'path', ...sends, example: 'from starlette.responses import FileResponse\ndef f(tainted):\n    return FileResponse(tainted)' },
  { callee: 'fastapi.responses.FileResponse', language: 'python', argument: 0, name: 'path', ...sends, example: 'from fastapi.responses import FileResponse\ndef f(tainted):\n    return FileResponse(tainted)' },
  { callee: 'flask.send_file', language: 'python', argument: 0, ...sends, example: 'from flask import send_file\ndef f(tainted):\n    return send_file(tainted)' },
]
