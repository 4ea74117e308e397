import { defineConfig } from 'vite';

// The page reaches Oddsgraph at its own address, as the page of a site would behind the site's proxy.
export default defineConfig({ server: { proxy: { '/graphql': 'http://127.0.0.1:4000' } } });
