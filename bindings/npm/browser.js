import start from './dist/rules.js';

await start();

export * from './dist/rules.js';
