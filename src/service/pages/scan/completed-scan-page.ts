import { type Content, html } from '../html.ts'
import { subjectOfSource } from '../../../engine/reports/subject.ts'
import type { Page } from '../layout.ts'
import { visibleText } from '../visible-text.ts'
import { acceptedSection } from './accepted-section.ts'
import { changesSection } from './changes-section.ts'
import { coverageSection } from './coverage-section.ts'
import { findingsSection } from './findings-section.ts'
import { launchedSection } from './launched-section.ts'
import type { CompletedScan } from './public-scan.ts'
import { scanDetails } from './scan-details.ts'
import type { ScanQuery } from './scan-query.ts'
import { sentenceList } from './sentence-list.ts'
import { summarySection } from './summary-section.ts'

/**
 * Maximum number of visible entries in the list of files and dependencies that were readable in the baseline. The
 * others are collapsed.
 */
const maxOpenLosses = 5

export function completedScanPage(scan: CompletedScan, query: ScanQuery): Page {
  const { source, results, coverage } = scan
  const { name } = subjectOfSource(source)
  const lost = coverage.baseline?.lost ?? []
  return {
    title: `${visibleText(name, 120)}: ${results.grade}`,
    isSecret: scan.isInside,
    content: html`
      ${summarySection(scan, visibleText(name))}
      ${
        source.unverifiedRevision &&
        warning(
          'Unverified commit',
          html`
            <p>
              No branch or tag of the repository contains this commit. Forks share Git objects with the repository, so
              the commit may come from any fork.
            </p>
          `,
        )
      }
      ${
        source.package?.yanked &&
        warning('Yanked release', html`<p>The maintainers withdrew this release. Use another version.</p>`)
      }
      ${
        lost.length > 0 &&
        warning(
          'No longer readable',
          sentenceList(
            lost.map(({ message }) => message),
            maxOpenLosses,
          ),
        )
      }
      ${changesSection(scan)}
      ${findingsSection(scan, query)}
      ${acceptedSection(scan.accepted)}
      ${launchedSection(scan.launched)}
      ${coverageSection(coverage)}
      ${scanDetails(scan)}
    `,
  }
}

function warning(title: string, content: Content): Content {
  return html`
    <section class="card warning">
      <h2>${title}</h2>
      ${content}
    </section>
  `
}
