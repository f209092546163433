import { z } from 'zod'
import { AdvisoryReference } from '../../../engine/model/advisory.ts'
import { Component } from '../../../engine/model/component.ts'
import { Severity } from '../../../engine/model/severity.ts'
import { everyPlan, type WebhookEventType } from '../webhook-event-type.ts'
import { EventServer } from '../event-server.ts'

/** Sent if a new or changed advisory affects an earlier scan. */
export const advisoryMatched: WebhookEventType = {
  name: 'advisory.matched',
  summary: 'A new or changed advisory affects a project that was previously scanned',
  description:
    'The project itself has not changed. The event is sent once for each advisory and project, and refers to the ' +
    "project's latest scan. The event is sent again if the advisory's severity becomes high or critical. `server` is " +
    'present if the project is in the registry.',
  plans: everyPlan,
  data: z.object({
    advisory: AdvisoryReference,
    summary: z.string().meta({ description: 'Short description of the vulnerability.' }),
    severity: Severity,
    isMalware: z.boolean().meta({ description: 'True if the package version itself is malware.' }),
    components: z
      .array(Component.pick({ purl: true, name: true, version: true, ecosystem: true, direct: true, dev: true }))
      .min(1)
      .meta({ description: 'Affected package versions in the project.' }),
    scanId: z.string().meta({ description: 'ID of the latest scan of the project.' }),
    url: z.string().meta({ description: 'Submitted project URL.' }),
    reportUrl: z.url().meta({
      description:
        'URL of the server page or, if the project has no server page, of the scan page. You must sign in to ' +
        'view scans of private sources.',
    }),
    server: EventServer.optional().meta({
      description: "The project's server in the registry. Omitted if the project is not in the registry.",
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
