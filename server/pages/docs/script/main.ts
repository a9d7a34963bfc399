import { enhanceSearch } from './search-field.ts'

// Adds to each page what only a script can do. Without it, everything can be read and found.

enhanceSearch(document.querySelector('.search'))
