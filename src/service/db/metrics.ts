import { Counter } from 'prom-client'

/**
 * Number of failed list mark updates. Failures are harmless for readers: a distant page is then read without a mark.
 */
export const listMarksFailed = new Counter({
  name: 'assay_list_marks_failed_total',
  help: 'List marks that could not be stored.',
})
