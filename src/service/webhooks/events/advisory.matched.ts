import { z } from 'zod'
import { AdvisoryReference } from '../../../engine/model/advisory.ts'
import { Component } from '../../../engine/model/component.ts'
import { Severity } from '../../../engine/model/severity.ts'
import { everyPlan, type WebhookEventType } from '../webhook-event-type.ts'
import { EventServer } from '../event-server.ts'

/** A new or changed advisory is about something that was scanned before. */
export const advisoryMatched: WebhookEventType = {
  name: 'advisory.matched',
  summary: 'A new or changed advisory is about something that was scanned before',
  description:
    'Nothing in the project has changed: more is known about it. Told once for each advisory and project, ' +
    'of its newest scan, and again when the advisory becomes high or critical. `server` is there when the ' +
    'project is one of the registry.',
  plans: everyPlan,
  data: z.object({
    advisory: AdvisoryReference,
    summary: z.string().meta({ description: 'What the flaw is, in a line.' }),
    severity: Severity,
    isMalware: z.boolean().meta({ description: 'The package version itself is malware, not merely flawed.' }),
    components: z
      .array(Component.pick({ purl: true, name: true, version: true, ecosystem: true, direct: true, dev: true }))
      .min(1)
      .meta({ description: 'The package versions of the project that it is about.' }),
    scanId: z.string().meta({ description: 'The newest scan of the project.' }),
    url: z.string().meta({ description: 'Its address as it was submitted.' }),
    reportUrl: z
      .url()
      .meta({ description: 'The page of the server, or else of that scan, for people; of public sources only.' }),
    server: EventServer.optional().meta({
      description: 'The server of the registry that the project is; absent where it is none.',
    }),
  }),
  example: {
    advisory: {
      id: 'GHSA-aaaa-bbbb-cccc',
      aliases: ['CVE-2021-00001'],
      url: 'https://osv.dev/vulnerability/GHSA-aaaa-bbbb-cccc',
      fixedVersion: '1.2.6',
    },
    summary: 'Prototype pollution in flawed',
    severity: 'critical',
    isMalware: false,
    components: [
      { purl: 'pkg:npm/flawed@0.0.8', name: 'flawed', version: '0.0.8', ecosystem: 'npm', direct: false, dev: false },
    ],
    scanId: 'scan_Zk3vQ9sXw1LrT0aBcDeFgHiJkLm',
    url: 'https://www.npmjs.com/package/server',
    reportUrl: 'https://assay.example/servers/npm-server',
    server: { id: '0b9e1c52-7a3f-4d6e-9a41-5c2f8e7d3b10', slug: 'npm-server', name: 'server' },
  },
}
