import { Counter } from 'prom-client'

/** Number of list marks that could not be stored. This is harmless: a distant page is then read without a mark. */
export const listMarksFailed = new Counter({
  name: 'assay_list_marks_failed_total',
  help: 'List marks that could not be stored.',
})
