import { readFileSync } from 'node:fs'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { register } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import '../../../src/service/operations/gauges.ts'
import { watchFields } from './unread-fields.ts'

const folder = 'deploy/kubernetes/autoscaling'
const policy = z.strictObject({
  type: z.enum(['Pods', 'Percent']),
  value: z.int().min(1),
  periodSeconds: z.int().min(1).max(1_800),
})

/**
 * The fields that the manifest uses, as KEDA defines them in its resource definitions and its Prometheus scaler.
 * Unknown fields are refused, as Kubernetes refuses them with strict validation.
 */
const ScaledObject = z.strictObject({
  apiVersion: z.literal('keda.sh/v1alpha1'),
  kind: z.literal('ScaledObject'),
  metadata: z.strictObject({ name: z.string(), namespace: z.literal('assay') }),
  spec: z.strictObject({
    scaleTargetRef: z.strictObject({ name: z.string() }),
    minReplicaCount: z.int().min(0),
    maxReplicaCount: z.int().min(1),
    pollingInterval: z.int().min(1),
    fallback: z.strictObject({ failureThreshold: z.int().min(0), replicas: z.int().min(0) }),
    advanced: z.strictObject({
      horizontalPodAutoscalerConfig: z.strictObject({
        behavior: z.strictObject({
          scaleUp: z.strictObject({ policies: z.array(policy).min(1) }),
          scaleDown: z.strictObject({
            stabilizationWindowSeconds: z.int().min(0).max(3_600),
            policies: z.array(policy).min(1),
          }),
        }),
      }),
    }),
    triggers: z.array(
      z.strictObject({
        type: z.literal('prometheus'),
        name: z.string(),
        // KEDA accepts strings only.
        metadata: z.strictObject({
          serverAddress: z.url(),
          query: z.string(),
          threshold: z.string().regex(/^\d+$/),
          ignoreNullValues: z.enum(['true', 'false']),
        }),
      }),
    ),
  }),
})

const manifestOf = (name: string): unknown => parse(readFileSync(`${folder}/${name}.yaml`, 'utf8'))
const workers = ScaledObject.parse(manifestOf('workers'))
const web = manifestOf('web') as ConstructorParameters<typeof HorizontalPodAutoscaler>[0] & object

const documentsOf = (path: string) =>
  parseAllDocuments(readFileSync(`deploy/kubernetes/${path}.yaml`, 'utf8')).map(
    (document) =>
      document.toJS() as {
        readonly kind: string
        readonly metadata: { readonly name: string; readonly namespace: string }
        readonly spec: { readonly postgresql?: { readonly parameters: Readonly<Record<string, string>> } }
      },
  )
const deployments = ['web', 'worker'].flatMap(documentsOf).filter(({ kind }) => kind === 'Deployment')

describe('deploy/kubernetes/autoscaling', () => {
  it('has fields that KEDA and Kubernetes accept', () => {
    const { metadata, spec } = web
    const fields = { metadata, spec }
    const unreadOf = (content: object) => {
      const { watched, unread } = watchFields(content)
      Object.assign(new HorizontalPodAutoscaler(web), watched).validate()
      return unread()
    }
    expect(unreadOf(fields)).toEqual([])
    expect(unreadOf({ ...fields, spec: { ...web.spec, maxReplcias: 2 } })).toEqual(['/spec/maxReplcias'])
    expect(ScaledObject.safeParse({ ...workers, spec: { ...workers.spec, maxReplicas: 2 } }).success).toBe(false)
  })

  it('scales deployments that exist', () => {
    const targets = [workers, web].map(({ metadata, spec }) => ({
      name: spec?.scaleTargetRef.name,
      namespace: metadata?.namespace,
    }))
    const known = deployments.map(({ metadata: { name, namespace } }) => ({ name, namespace }))
    expect(targets).toEqual(expect.arrayContaining(known))
    expect(targets).toHaveLength(known.length)
  })

  it('asks for metrics that every process reports', () => {
    const asked = workers.spec.triggers.flatMap(({ metadata: { query } }) => query.match(/assay_\w+/g) ?? [])
    expect(asked).toHaveLength(workers.spec.triggers.length)
    for (const name of asked) expect(register.getSingleMetric(name), name).toBeDefined()
  })

  it('does not start more processes than PostgreSQL has connections for', () => {
    const cluster = documentsOf('cloudnative-pg/postgres').find(({ kind }) => kind === 'Cluster')
    const allowed = Number(cluster?.spec.postgresql?.parameters['max_connections'])
    const [, ofWorker, ofWeb] =
      /opens at most (\d+) database connections, or (\d+) if/.exec(readFileSync('docs/how-to/operations.md', 'utf8')) ??
      []
    const most = workers.spec.maxReplicaCount * Number(ofWorker) + (web.spec?.maxReplicas ?? Number.NaN) * Number(ofWeb)
    expect(readFileSync('docs/how-to/operations.md', 'utf8')).toContain(`use ${most}\ndatabase connections`)
    expect(most).toBeLessThan(allowed - 20)
  })
})
