//! [`hold`]: keeps a value until a response was sent.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};

/// The body of a response, with a value that is dropped with it.
struct Held<T> {
    body: Body,
    _value: T,
}

/// The response, which keeps the value until its body was sent or the connection has ended.
pub(crate) fn hold<T: Send + Unpin + 'static>(response: Response, value: T) -> Response {
    response.map(|body| Body::new(Held { body, _value: value }))
}

impl<T: Unpin> hyper::body::Body for Held<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
