export const keyIcon = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hP8FrqprSQTEfJvPFHpFcCCzEVfHbGbnFG+Rr5o9INdUVcTZkp91KeOJXElPVJabUQlSMddt3BVyJxW/cEl4vgC/9O+WdBmqXxqmySTaIrjAR39jE9KkS/noZGRgzpE9wFCr+afiW+U3IKNS52cUO2T4Do8lhvzgbGFrFMa/G5MLVlKnaipXLWy+vaRLV80tEvTtcqgkEk27mqni+0C0vlMNlUSopf/slWdeAXyaEHCN1sjFP'
export const secretIcon = { apiKey: keyIcon, alt: 'key' }
