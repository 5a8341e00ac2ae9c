//! Which requests are answered, and which pages may read the answers. A page of any site can send requests to a service on
//! its reader's machine. Browsers let it read an answer only if the answer allows its origin, or if the service has the
//! page's own name. The names that are allowed here prevent the latter: any site can give itself this machine's address.

use std::net::IpAddr;

use hyper::{
    StatusCode, Uri,
    header::{HOST, HeaderValue, ORIGIN},
    http::{request::Parts, uri::Authority},
};

use super::refusal::Refusal;

/// Any host, or any origin.
const ANY: &str = "*";

/// The names of this service, and the origins of pages that may read its answers.
pub(super) struct Allowed {
    /// Without ports and brackets, in lower case. Loopback names need not be among them. `None` if any host is allowed.
    hosts: Option<Vec<String>>,
    origins: Vec<String>,
    /// Whether pages of loopback hosts may read the answers.
    loopback_origins: bool,
}

impl Allowed {
    pub(super) fn new(hosts: &[String], origins: &[String], listens_on_loopback: bool) -> Self {
        let is_checked = listens_on_loopback || !hosts.is_empty();
        let is_any = hosts.iter().any(|host| host == ANY);
        Self {
            hosts: (is_checked && !is_any).then(|| hosts.to_vec()),
            origins: origins.to_vec(),
            loopback_origins: listens_on_loopback,
        }
    }

    /// Refuses a request for a host that is not allowed, and a request for no host.
    pub(super) fn check(&self, head: &Parts) -> Result<(), Refusal> {
        let Some(hosts) = &self.hosts else { return Ok(()) };
        let is_allowed = |authority: &Authority| {
            let host = bare(authority.host());
            is_loopback(host) || hosts.iter().any(|allowed| host.eq_ignore_ascii_case(allowed))
        };
        let mut named = head.headers.get_all(HOST).iter().map(|host| {
            let authority = host.to_str().ok().and_then(|host| host.parse::<Authority>().ok());
            authority.is_some_and(|authority| is_allowed(&authority))
        });
        let target = head.uri.authority().is_none_or(is_allowed);
        if target && named.next() == Some(true) && named.all(|is_allowed| is_allowed) {
            return Ok(());
        }
        let error = "this service does not answer for the host that the request names: ask for localhost, or start the \
                     service with `serve --allow-host NAME`";
        Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, error))
    }

    /// The origin that may read the answer, as the answer names it.
    pub(super) fn origin(&self, head: &Parts) -> Option<HeaderValue> {
        if self.any_origin() {
            return Some(HeaderValue::from_static(ANY));
        }
        let origin = head.headers.get(ORIGIN)?;
        let text = origin.to_str().ok()?;
        let is_loopback = |uri: Uri| uri.scheme().is_some() && uri.host().is_some_and(is_loopback);
        let is_loopback = || text.parse().is_ok_and(is_loopback);
        let is_listed = self.origins.iter().any(|allowed| text.eq_ignore_ascii_case(allowed));
        (is_listed || self.loopback_origins && is_loopback()).then(|| origin.clone())
    }

    /// Whether any page may read the answers.
    pub(super) fn any_origin(&self) -> bool {
        self.origins.iter().any(|origin| origin == ANY)
    }
}

/// Whether a host's name always means the machine that asks.
fn is_loopback(host: &str) -> bool {
    let is_loopback = |address: IpAddr| address.to_canonical().is_loopback();
    host.eq_ignore_ascii_case("localhost") || bare(host).parse().is_ok_and(is_loopback)
}

/// A host without the brackets of an IPv6 address.
fn bare(host: &str) -> &str {
    host.trim_start_matches('[').trim_end_matches(']')
}
