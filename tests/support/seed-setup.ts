// Gives random cases the seed of tests/support/property-seed.ts, which fast-check prints with a counterexample.
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.SEED) });
