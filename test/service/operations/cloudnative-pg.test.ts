import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { backupCheck } from '../../../src/settings/backup-settings.ts'

const file = readFileSync('deploy/kubernetes/cloudnative-pg/postgres.yaml', 'utf8')

const name = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)
const metadata = z.strictObject({ name, namespace: z.literal('assay') })
const named = z.strictObject({ name })
const secretKey = z.strictObject({ name, key: z.string().min(1) })
const quantity = z.string().regex(/^\d+(\.\d+)?(m|Ki|Mi|Gi|Ti)?$/)
const parameters = z.record(z.string(), z.string())
const encryption = z.enum(['AES256', 'aws:kms'])

/**
 * The fields that the manifest uses, as version 1.29.1 of the operator and version 0.14.0 of its Barman Cloud plugin
 * define them. Unknown fields are refused, as Kubernetes refuses them with strict validation.
 */
const definitions = z.discriminatedUnion('kind', [
  z.strictObject({
    apiVersion: z.literal('barmancloud.cnpg.io/v1'),
    kind: z.literal('ObjectStore'),
    metadata,
    spec: z.strictObject({
      retentionPolicy: z.string().regex(/^[1-9]\d*[dwm]$/),
      configuration: z.strictObject({
        destinationPath: z.string().min(1),
        endpointURL: z.url(),
        s3Credentials: z.strictObject({ accessKeyId: secretKey, secretAccessKey: secretKey }),
        wal: z.strictObject({
          compression: z.enum(['bzip2', 'gzip', 'lz4', 'snappy', 'xz', 'zstd']),
          encryption,
          maxParallel: z.int().min(1),
        }),
        data: z.strictObject({
          compression: z.enum(['bzip2', 'gzip', 'lz4', 'snappy']),
          encryption,
          jobs: z.int().min(1),
        }),
      }),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('postgresql.cnpg.io/v1'),
    kind: z.literal('Cluster'),
    metadata: metadata.extend({ name: name.max(50) }),
    spec: z.strictObject({
      instances: z.int().min(1),
      imageName: z.string().regex(/^ghcr\.io\/cloudnative-pg\/postgresql:18[\w.-]*@sha256:[\da-f]{64}$/),
      primaryUpdateStrategy: z.enum(['unsupervised', 'supervised']),
      postgresql: z.strictObject({
        synchronous: z.strictObject({
          method: z.enum(['any', 'first']),
          number: z.int().min(1),
          dataDurability: z.enum(['required', 'preferred']),
        }),
        parameters,
      }),
      bootstrap: z.strictObject({
        initdb: z.strictObject({
          database: name,
          owner: name,
          secret: named,
          encoding: z.string(),
          localeProvider: z.literal('builtin'),
          builtinLocale: z.string(),
          localeCType: z.string(),
          localeCollate: z.string(),
          dataChecksums: z.boolean(),
          postInitSQL: z.array(z.string()),
        }),
      }),
      plugins: z.array(z.strictObject({ name: z.string(), isWALArchiver: z.boolean(), parameters })),
      storage: z.strictObject({ size: quantity }),
      walStorage: z.strictObject({ size: quantity }),
      resources: z.strictObject({
        requests: z.strictObject({ cpu: quantity, memory: quantity }),
        limits: z.strictObject({ memory: quantity }),
      }),
      affinity: z.strictObject({
        enablePodAntiAffinity: z.boolean(),
        podAntiAffinityType: z.enum(['preferred', 'required']),
        topologyKey: z.string(),
      }),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('postgresql.cnpg.io/v1'),
    kind: z.literal('ScheduledBackup'),
    metadata,
    spec: z.strictObject({
      cluster: named,
      // Six fields, of seconds first, unlike in a CronJob.
      schedule: z.string().regex(/^(\S+ ){5}\S+$/),
      immediate: z.boolean(),
      backupOwnerReference: z.enum(['none', 'self', 'cluster']),
      method: z.literal('plugin'),
      pluginConfiguration: z.strictObject({ name: z.string() }),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('postgresql.cnpg.io/v1'),
    kind: z.literal('Pooler'),
    metadata,
    spec: z.strictObject({
      cluster: named,
      type: z.enum(['rw', 'ro', 'r']),
      instances: z.int().min(1),
      pgbouncer: z.strictObject({ poolMode: z.enum(['session', 'transaction']), parameters }),
    }),
  }),
])

const manifests = parseAllDocuments(file).map((document) => document.toJS() as unknown)
const parsed = z.array(definitions).parse(manifests)
const of = <Kind extends (typeof parsed)[number]['kind']>(kind: Kind) =>
  parsed.filter((manifest): manifest is Extract<(typeof parsed)[number], { kind: Kind }> => manifest.kind === kind)

describe('deploy/kubernetes/cloudnative-pg', () => {
  it('is what the operator takes: without unknown fields', () => {
    expect(parsed.map(({ kind }) => kind)).toEqual(['ObjectStore', 'Cluster', 'ScheduledBackup', 'Pooler'])
    const [store] = manifests as [{ spec: object }]
    expect(definitions.safeParse({ ...store, spec: { ...store.spec, retentionPolcy: '14d' } }).success).toBe(false)
  })

  it('has three instances, whose log and backups reach the storage, and a pooler that keeps LISTEN', () => {
    const [[cluster], [store], [backup], [pooler]] = [
      of('Cluster'),
      of('ObjectStore'),
      of('ScheduledBackup'),
      of('Pooler'),
    ]
    const [plugin] = cluster?.spec.plugins ?? []
    expect(cluster?.spec.instances).toBe(3)
    expect(plugin).toMatchObject({ isWALArchiver: true, parameters: { barmanObjectName: store?.metadata.name } })
    expect(backup?.spec.pluginConfiguration.name).toBe(plugin?.name)
    expect([backup?.spec.cluster.name, pooler?.spec.cluster.name]).toEqual([
      cluster?.metadata.name,
      cluster?.metadata.name,
    ])
    expect(pooler?.spec.pgbouncer.poolMode).toBe('session')
  })

  it('says that it was not run, and names the service and the check that fit it', () => {
    expect(file).toMatch(/^# Not run: /m)
    expect(file).toContain(`@${of('Pooler')[0]?.metadata.name}.assay.svc:5432/assay`)
    const [, check] = /ASSAY_BACKUP_CHECK=(\w+)/.exec(file) ?? []
    expect(backupCheck.options).toContain(check)
  })

  it('grants the role of the service what /readyz reads, and sets what the pooler ignores', () => {
    const initdb = of('Cluster')[0]?.spec.bootstrap.initdb
    expect(initdb?.postInitSQL).toEqual([
      `grant pg_monitor to ${initdb?.owner}`,
      `alter role ${initdb?.owner} set plan_cache_mode = force_custom_plan`,
    ])
  })
})
