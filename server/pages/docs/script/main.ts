import { addCopyButtons } from './copy.ts'
import { enhanceSearch } from './search-field.ts'
import { makeTabs } from './tabs.ts'
import { addTries } from './try.ts'

// Adds to each page what only a script can do. Without it, everything can be read and found.

enhanceSearch(document.querySelector('.search'))
addTries()
makeTabs()
addCopyButtons()
