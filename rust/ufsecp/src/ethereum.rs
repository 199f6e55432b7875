//! Ethereum's crates with this one behind them, and a block's senders on all cores.

#[cfg(feature = "alloy")]
pub use of_alloy::install_alloy;
#[cfg(feature = "rayon")]
pub use of_rayon::{par_ecrecover_batch, par_recover_batch, par_verify_batch};
#[cfg(feature = "revm")]
pub use of_revm::install_revm;

/// What [`install_revm`] and [`install_alloy`] install.
#[cfg(any(feature = "alloy", feature = "revm"))]
#[derive(Clone, Copy, Debug, Default)]
pub struct Provider;

#[cfg(any(feature = "alloy", feature = "revm"))]
impl Provider {
    fn address(signature: &[u8; 64], recovery_id: u8, hash: &[u8; 32]) -> Option<[u8; 20]> {
        let row = crate::RecoverRow { hash: *hash, signature: *signature, recovery_id };
        row.recover().ok().map(|key| key.ethereum_address())
    }
}

#[cfg(feature = "revm")]
mod of_revm {
    use revm_precompile::{Crypto, PrecompileHalt};

    use super::Provider;

    /// `secp256k1_ecrecover` and `sha256`; all else is revm's own.
    impl Crypto for Provider {
        fn sha256(&self, input: &[u8]) -> [u8; 32] {
            crate::sha256(input)
        }

        fn secp256k1_ecrecover(
            &self,
            sig: &[u8; 64],
            recid: u8,
            msg: &[u8; 32],
        ) -> Result<[u8; 32], PrecompileHalt> {
            let address = Provider::address(sig, recid, msg);
            let mut out = [0; 32];
            out[12..].copy_from_slice(&address.ok_or(PrecompileHalt::Secp256k1RecoverFailed)?);
            Ok(out)
        }
    }

    /// Installs [`Provider`] for revm's precompiles, for the process. False: there is one already.
    pub fn install_revm() -> bool {
        revm_precompile::install_crypto(Provider)
    }
}

#[cfg(feature = "alloy")]
mod of_alloy {
    use std::sync::Arc;

    use alloy_consensus::crypto::{CryptoProvider, RecoveryError, install_default_provider};
    use alloy_primitives::Address;

    use super::Provider;
    use crate::{PublicKey, Signature};

    /// High s is accepted, as the trait says.
    impl CryptoProvider for Provider {
        fn recover_signer_unchecked(
            &self,
            sig: &[u8; 65],
            msg: &[u8; 32],
        ) -> Result<Address, RecoveryError> {
            let (signature, id) = sig.split_first_chunk().expect("65 bytes");
            Provider::address(signature, id[0], msg)
                .map(Address::from)
                .ok_or_else(RecoveryError::new)
        }

        fn verify_and_compute_signer_unchecked(
            &self,
            pubkey: &[u8; 65],
            sig: &[u8; 64],
            msg: &[u8; 32],
        ) -> Result<Address, RecoveryError> {
            let key = PublicKey::from_slice(pubkey).map_err(|_| RecoveryError::new())?;
            key.verify_ecdsa(msg, &Signature::from_bytes(sig)).map_err(|_| RecoveryError::new())?;
            Ok(key.ethereum_address().into())
        }
    }

    /// Installs [`Provider`] for the recovery of alloy's signers, for the process. False: there is
    /// one already.
    pub fn install_alloy() -> bool {
        install_default_provider(Arc::new(Provider)).is_ok()
    }
}

#[cfg(feature = "rayon")]
mod of_rayon {
    use rayon::prelude::*;

    use crate::{EcdsaRow, RecoverRow, ecrecover_batch, recover_batch, verify_batch};

    /// Rows of a task: many enough for the lanes, few enough that a block occupies all cores.
    const ROWS: usize = 64;

    /// [`ecrecover_batch`] in rayon's threads: the senders of a block's transactions.
    pub fn par_ecrecover_batch(rows: &[RecoverRow]) -> Vec<Option<[u8; 20]>> {
        rows.par_chunks(ROWS).flat_map_iter(ecrecover_batch).collect()
    }

    /// [`recover_batch`] in rayon's threads.
    pub fn par_recover_batch(rows: &[RecoverRow]) -> Vec<Option<[u8; 33]>> {
        rows.par_chunks(ROWS).flat_map_iter(recover_batch).collect()
    }

    /// [`verify_batch`] in rayon's threads.
    pub fn par_verify_batch(rows: &[EcdsaRow]) -> Vec<bool> {
        rows.par_chunks(ROWS).flat_map_iter(verify_batch).collect()
    }
}
