//! Names that patterns do not remove.

/// Copied from the process unless a rule names them (the runtime environment's own list), in the order of that list.
pub static PROTECTED: &[&str] = &[
    "ASDF_DATA_DIR",
    "CURL_CA_BUNDLE",
    "PATH",
    "LANG",
    "LANGUAGE",
    "LD_LIBRARY_PATH",
    "REQUESTS_CA_BUNDLE",
    "SSL_CERT_FILE",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "PYTHONPATH",
    "TMPDIR",
    "VIRTUAL_ENV",
    "UNFURL_TMPDIR",
    "UNFURL_LOGGING",
    "UNFURL_HOME",
    "UNFURL_RUNTIME",
    "UNFURL_NORUNTIME",
    "UNFURL_APPROVE",
    "UNFURL_MOCK_DEPLOY",
    "UNFURL_LOGFILE",
    "UNFURL_CHECK_UPSTREAM",
    "UNFURL_SKIP_UPSTREAM_CHECK",
    "UNFURL_SKIP_VAULT_DECRYPT",
    "UNFURL_SKIP_SAVE",
    "UNFURL_SEARCH_ROOT",
    "UNFURL_CLOUD_SERVER",
    "UNFURL_VALIDATION_MODE",
    "UNFURL_PACKAGE_RULES",
    "UNFURL_LOG_FORMAT",
    "UNFURL_LOG_TRUNCATE",
    "UNFURL_RAISE_LOGGING_EXCEPTIONS",
    "PY_COLORS",
    "UNFURL_OVERWRITE_POLICY",
    "UNFURL_EXPORT_LOCALNAMES",
    "UNFURL_GLOBAL_NAMESPACE_PACKAGES",
];

/// Whether `name` is on the list.
pub fn is_protected(name: &str) -> bool {
    PROTECTED.contains(&name)
}
