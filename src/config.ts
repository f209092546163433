import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { type AllowedNetwork, parseAllowedNetworks } from './net/allowed-networks.ts'

/**
 * The one reader of the environment, and the one place that knows the addresses of the public
 * package registries and advisory feeds.
 */
const defaults = {
  npmRegistry: 'https://registry.npmjs.org/',
  osvExport: 'https://osv-vulnerabilities.storage.googleapis.com',
} as const

/** Settings of a process, checked and complete. */
export interface Config {
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  /** Absent: derived from the address that the server listens on, never from a request. */
  readonly publicUrl: string | undefined
  /** Absolute. */
  readonly dataDir: string
  /** Absent: the embedded Postgres in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** Absent: generated in `dataDir`. */
  readonly secret: string | undefined
  /** Bases of advisory feeds without trailing slash; on equal ids the earlier wins. */
  readonly osvBases: readonly string[]
  /** With trailing slash. */
  readonly npmRegistry: string
  /** With trailing slash; lockfiles name it although another registry is in use. */
  readonly publicNpmRegistry: string
  readonly allowedNetworks: readonly AllowedNetwork[]
  readonly logLevel: string
}

/** A setting is wrong. Each line of `problems` names one and says what it should be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Without user information: settings stand in logs, and requests never carry what stands before the @. */
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'should be an http or https address' })
  .refine((text) => !/^[a-z]+:\/\/[^/]*@/i.test(text), 'should have no user information in it, the part before the @')

/** A base of an advisory feed: `https:`, or `file:` with a path that may be relative to the working folder. */
const feedBase = z.string().transform((text, check) => {
  const trimmed = text.replace(/\/+$/, '')
  // `new URL('file:../x')` resolves against the root and so loses the folder: the path is taken by hand.
  const path = /^file:(?!\/\/)(.+)$/.exec(trimmed)?.[1]
  if (path !== undefined) return pathToFileURL(resolve(path)).href
  if (trimmed.startsWith('file:///') && isFilePath(trimmed)) return pathToFileURL(fileURLToPath(trimmed)).href
  if (trimmed.startsWith('https://') && httpUrl.safeParse(trimmed).success) return trimmed
  // The value is not repeated: it may hold credentials.
  check.addIssue({ code: 'custom', message: 'should be a comma list of https: or file: addresses without user information' })
  return z.NEVER
})

function isFilePath(url: string): boolean {
  try {
    return fileURLToPath(url) !== ''
  } catch {
    return false
  }
}

const feedBases = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()).filter((part) => part !== ''))
  .pipe(z.array(feedBase).min(1, 'should name at least one address'))

const allowedNetworks = z.string().transform((text, check) => {
  try {
    return parseAllowedNetworks(text)
  } catch (error) {
    check.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    return z.NEVER
  }
})

const withTrailingSlash = (url: string) => (url.endsWith('/') ? url : `${url}/`)

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const Environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.string().regex(/^\d{1,5}$/, 'should be a number from 0 to 65535').transform(Number).pipe(z.int().max(65_535, 'should be a number from 0 to 65535')).default(3000),
  PUBLIC_URL: httpUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'should be a postgres:// address' }).optional(),
  ASSAY_DATA_DIR: z.string().min(1).default('.assay'),
  ASSAY_SECRET: z.string().min(32, 'should have at least 32 characters, better 64 random ones').optional(),
  ASSAY_SECRET_FILE: z.string().min(1).optional(),
  ASSAY_ALLOW_NETWORKS: allowedNetworks.default([]),
  OSV_URL: feedBases.default([defaults.osvExport]),
  npm_config_registry: httpUrl.transform(withTrailingSlash).default(defaults.npmRegistry),
  LOG_LEVEL: z.enum(logLevels, `should be one of ${logLevels.join(', ')}`).default('info'),
})

type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/** Reads and checks every setting. Throws a ConfigError that names all wrong ones. */
export function readConfig(variables: EnvironmentVariables = process.env): Config {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const { data: environment, error } = Environment.safeParse({ ...set, npm_config_registry: npmSetting(set, 'registry') })
  const problems = error?.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`) ?? []
  for (const name of Object.keys(set)) {
    if (name.startsWith('ASSAY_') && !(name in Environment.shape)) problems.push(`${name}: there is no such setting; there are ${ownSettings.join(', ')}`)
  }
  const secret = readSecret(set)
  if ('problem' in secret) problems.push(secret.problem)
  if (!environment || 'problem' in secret || problems.length > 0) throw new ConfigError(problems)
  return {
    host: environment.HOST,
    port: environment.PORT,
    publicUrl: environment.PUBLIC_URL,
    dataDir: resolve(environment.ASSAY_DATA_DIR),
    databaseUrl: environment.DATABASE_URL,
    secret: secret.value,
    osvBases: environment.OSV_URL,
    npmRegistry: environment.npm_config_registry,
    publicNpmRegistry: defaults.npmRegistry,
    allowedNetworks: environment.ASSAY_ALLOW_NETWORKS,
    logLevel: environment.LOG_LEVEL,
  }
}

const ownSettings = Object.keys(Environment.shape).filter((name) => name.startsWith('ASSAY_'))

/** npm takes its settings from the environment in any case: `npm_config_registry`, `NPM_CONFIG_REGISTRY`. */
function npmSetting(variables: EnvironmentVariables, setting: string): string | undefined {
  const name = Object.keys(variables).find((name) => name.toLowerCase() === `npm_config_${setting}`)
  return name === undefined ? undefined : variables[name]
}

/** The master key as it is set, which may be not at all; or what is wrong with it. */
function readSecret({ ASSAY_SECRET: value, ASSAY_SECRET_FILE: file, DATABASE_URL: databaseUrl }: EnvironmentVariables): { value: string | undefined } | { problem: string } {
  if (value !== undefined && file !== undefined) return { problem: 'ASSAY_SECRET: should not be set together with ASSAY_SECRET_FILE' }
  if (file !== undefined) return readSecretFile(file)
  if (value === undefined && databaseUrl !== undefined) {
    return { problem: 'ASSAY_SECRET: should be set when DATABASE_URL is, to at least 32 random characters (or ASSAY_SECRET_FILE to a file that holds them); keep it with your backups' }
  }
  return { value }
}

function readSecretFile(file: string): { value: string } | { problem: string } {
  try {
    return { value: Environment.shape.ASSAY_SECRET.unwrap().parse(readFileSync(file, 'utf8').trim()) }
  } catch (error) {
    return { problem: `ASSAY_SECRET_FILE: ${error instanceof z.ZodError ? error.issues[0]?.message : 'should name a readable file'}` }
  }
}
