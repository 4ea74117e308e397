/* The views that the page does not begin with, in one script: then what they share with the page is one script, too. */
export { MoversView } from '../movers/movers-view.tsx';
export { OpportunitiesView } from '../opportunities/opportunities-view.tsx';
