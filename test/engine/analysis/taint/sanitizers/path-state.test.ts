import { describe, expect, it } from 'vitest'
import {
  endsWithSeparator,
  PathState,
  pathState,
} from '../../../../../src/engine/analysis/taint/sanitizers/path-state.ts'
import { contextOf, usedIn } from './guard-context.ts'

const head =
  "import path from 'node:path'; import fs from 'node:fs'; import os from 'node:os'\nconst ROOT = " +
  "path.resolve('/data'); const NAMES = ['a/', 'b/']; const MIXED = ['a/', 'b']\n"
const contextIn = (body: string) => contextOf(`${head}export async function f(p, q, list) { ${body} }`)

/** Returns the path state of the used value: `asWritten`, `normalised`, or `real`. */
function stateOf(body: string): string | undefined {
  const context = contextIn(body)
  const [used = -1] = usedIn(context)
  const state = pathState(context, used)
  return Object.entries(PathState).find(([, value]) => value === state)?.[0]
}

function endsSo(body: string): boolean {
  const context = contextIn(body)
  return endsWithSeparator(context, usedIn(context)[0] ?? -1)
}

describe('the form of a path', () => {
  it.each<[string, string]>([
    ['use(p)', 'asWritten'],
    ['use("a")', 'asWritten'],
    ['use(path.normalize(p))', 'normalised'],
    ['use(path.resolve(p))', 'normalised'],
    ['use(path.relative(ROOT, p))', 'normalised'],
    ['use(await fs.promises.realpath(p))', 'real'],
    ['use(fs.realpathSync(path.resolve(p)))', 'real'],
    ['use(path.resolve(fs.realpathSync(p)))', 'normalised'],
    ['use(path.dirname(path.resolve(p)))', 'normalised'],
    ['use(path.dirname(fs.realpathSync(p)))', 'real'],
    ['use(fs.realpathSync(p).toLowerCase())', 'real'],
    ['use(fs.realpathSync(p).slice(1))', 'asWritten'],
    ['use(path.basename(fs.realpathSync(p)))', 'asWritten'],
    ['use(`${fs.realpathSync(p)}/a`)', 'asWritten'],
    ['use(path.join(p, q))', 'normalised'],
    ['use(path.join(fs.realpathSync(p), "a"))', 'real'],
    ['use(path.join(fs.realpathSync(p), path.basename(q)))', 'real'],
    ['use(path.join(fs.realpathSync(p), q))', 'normalised'],
    ['use(path.join(fs.realpathSync(p), "a", path.basename(q)))', 'real'],
    ['use(path.join(ROOT, fs.realpathSync(p)))', 'normalised'],
    ['use(path.join("a", fs.realpathSync(p)))', 'normalised'],
    ['use(path.join(path.basename(q), fs.realpathSync(p)))', 'normalised'],
    ['use(path.join(fs.realpathSync(p), fs.realpathSync(q)))', 'normalised'],
    ['const real = fs.realpathSync(p); use(path.join(real, real))', 'normalised'],
    ['const real = await fs.promises.realpath(p); use(path.join(real, path.basename(q)))', 'real'],
    ['use(path.join(fs.realpathSync(p), basename(q)))', 'normalised'],
    ['use(path.join(path.basename(q), p))', 'normalised'],
    ['use(path.join(ROOT, "a"))', 'normalised'],
    ['use(q ? path.resolve(p) : path.normalize(p))', 'normalised'],
    ['use(q ? fs.realpathSync(p) : path.normalize(p))', 'real'],
    ['use(q ? path.normalize(p) : p)', 'asWritten'],
    ['use(q ? path.normalize(p) : undefined)', 'normalised'],
    ['use(q ? undefined : null)', 'asWritten'],
    ['use(path.normalize(p) || path.resolve(q))', 'normalised'],
    ['use(path.normalize(p) || q)', 'asWritten'],
    ['use(p || path.normalize(q))', 'asWritten'],
    [
      'const real = async () => { try { return await fs.promises.realpath(p) } catch { return ' +
        'path.resolve(p) } }; use(await real())',
      'real',
    ],
    ['const inner = () => { if (q) return p; return path.resolve(p) }; use(inner())', 'asWritten'],
    ['for (const one of [path.resolve(p), path.resolve(q)]) use(one)', 'normalised'],
    ['list.map(path.resolve).forEach((one) => use(one))', 'asWritten'],
    ['use(unknown(p))', 'asWritten'],
  ])('%s', (body, expected) => {
    expect(stateOf(body)).toBe(expected)
  })
})

describe('what a prefix ends with', () => {
  it.each<[string, boolean]>([
    ['use("/data/")', true],
    ['use("c:\\\\data\\\\")', true],
    ['use("/data")', false],
    ['use(p)', false],
    ['use(ROOT)', false],
    ['use(path.sep)', true],
    ['use(path.posix.sep)', true],
    ['use(path.delimiter)', false],
    ['use(ROOT + path.sep)', true],
    ['use(`${ROOT}/`)', true],
    ['use(`${ROOT}${path.sep}`)', true],
    ['use(`/${ROOT}`)', false],
    ['use(String.raw`${ROOT}/`)', true],
    ['use(String.raw`/${ROOT}`)', false],
    ['use(path.join(ROOT, "/"))', true],
    ['use(path.join(ROOT, "a"))', false],
    ['use(path.join(ROOT, ""))', false],
    ['use(path.normalize("/data/"))', true],
    ['use(path.resolve("/data/"))', false],
    ['use(ROOT.concat("/"))', true],
    ['use(ROOT.replace(/\\/?$/, "/"))', true],
    ['use(ROOT.replace(/\\/*$/, "/"))', true],
    ['use(ROOT.replace(/$/, "/"))', true],
    ['use(ROOT.replace(/[/\\\\]?$/, path.sep))', false],
    ['use(ROOT.replace(/\\/?$/, "x"))', false],
    ['use(ROOT.replace(/x$/, "/"))', false],
    ['use(ROOT.replace("$", "/"))', false],
    ['use(ROOT.replaceAll(/\\/?$/, "/"))', false],
    ['use(q ? "/a/" : "/b")', true],
    ['use(q ? "/a" : "/b")', false],
    ['use(q || "/b/")', true],
    ['const inner = () => `${ROOT}/`; use(inner())', true],
    ['const inner = () => ROOT; use(inner())', false],
    ['const inner = () => { if (q) return; return "/a/" }; use(inner())', true],
    ['for (const one of NAMES) use(one)', true],
    ['for (const one of MIXED) use(one)', false],
    ['for (const one of []) use(one)', false],
    ['for (const one of list) use(one)', false],
    ['NAMES.forEach((one) => use(one))', true],
    ['MIXED.some((one) => use(one))', false],
    ['for (const one of list.map((name) => `${name}/`)) use(one)', true],
    ['for (const one of list.map((name) => name)) use(one)', false],
    ['for (const one of list.filter((name) => `${name}/`)) use(one)', false],
  ])('%s', (body, expected) => {
    expect(endsSo(body)).toBe(expected)
  })
})
