import { Counter } from 'prom-client'

/** A page that was read far down a list was answered all the same. */
export const listMarksFailed = new Counter({
  name: 'assay_list_marks_failed_total',
  help: 'List marks that could not be stored.',
})
